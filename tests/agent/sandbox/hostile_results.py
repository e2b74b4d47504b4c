"""Programs whose results would fetch, link or run something in a browser if they came through as they are."""

SHOWN: dict[str, str] = {
    "fig image url": "fig = go.Figure().add_layout_image(source='http://evil.example/x.png')",
    "fig svg data url": ("fig = go.Figure().add_layout_image(source='data:image/svg+xml;base64,PHN2Zz4=')"),
    "fig annotations link": (
        "fig = go.Figure().add_annotation(text='<a href=\"http://evil.example\">x</a><img src=http://evil.example/i>')"
    ),
    "fig hovertemplate": (
        "fig = go.Figure(go.Scatter(y=[1], hovertemplate='<a href=\"https://evil.example/%{y}\">go</a>'))"
    ),
    "fig choropleth geojson url": (
        "fig = go.Figure(go.Choropleth(geojson='http://evil.example/g.json', locations=['a'], z=[1]))"
    ),
    "fig map style": (
        "fig = go.Figure(go.Scattermap(lat=[1], lon=[1])); fig.update_layout(map_style='https://evil.example/"
        "style.json')"
    ),
    "fig image trace": "fig = go.Figure(go.Image(source='http://evil.example/z.png'))",
    "fig meta template": (
        "fig = go.Figure(layout=dict(template=dict(layout=dict(images=[dict(source='http://evil.example/t.png')]))))"
    ),
    "fig frames": (
        "fig = go.Figure(data=[go.Scatter(y=[1])], frames=[go.Frame(layout=dict(images=[dict(source='http://e"
        "vil.example/f.png')]))])"
    ),
    "fig updatemenus": (
        "fig = go.Figure(data=[go.Scatter(y=[1])]); fig.update_layout(updatemenus=[dict(buttons=[dict(method="
        "'relayout', label='x', args=[{'images[0].source': 'http://evil.example/m.png'}])])])"
    ),
    "fig customdata html": (
        "fig = go.Figure(go.Scatter(y=[1], text=['<script>x</script>','<svg onload=alert(1)>'], customdata=[["
        "'<img src=x>']]))"
    ),
    "fig font family": ("fig = go.Figure(layout=dict(font=dict(family='url(http://evil.example/f.woff)')))"),
    "fig table link": ("fig = go.Figure(go.Table(cells=dict(values=[['<a href=\"http://evil.example\">x</a>']])))"),
    "png metadata": (
        "plt.plot([1]); fig = plt.gcf(); f = fig.savefig\n"
        "fig.savefig = lambda b, **k: f(b, metadata={'Comment': 'http://evil.example <script>'}, **k)"
    ),
    "TeX links": "result = r'$\\href{javascript:alert(1)}{x}$ \\url{http://evil.example}'",
    "markdown image": ("result = '![x](//evil.example/a.png) [y](javascript:alert(1)) <http://evil.example>'"),
    "prints html": "print('<script>fetch(\"http://evil.example\")</script>')\nresult = 1",
    "exception text": "raise ValueError('<img src=http://evil.example/x> ' * 5)",
    "exception class name": "raise type('<img src=http://evil.example/>', (Exception,), {})('x')",
    "result key evil": "result = {'<img src=http://evil.example/a>': df.head(1)}",
    "str subclass": ("class S(str):\n    def __str__(s): return '<script>alert(1)</script>'\nresult = S('x')"),
    "column names objects": (
        "result = pd.DataFrame([[1,2]], columns=['<img src=http://evil.example/x>', '![](http://evil.example/y)'])"
    ),
    "null bytes": "result = 'a\\x00b\\x1b[31mred\\x1b]8;;http://evil.example\\x07x'",
    "lone surrogates": "result = {'\\ud800': '\\udfff'}\nprint('\\ud800')",
    "dup keys after cleaning": "result = {'a\\x00': 1, 'a': 2}",
}
