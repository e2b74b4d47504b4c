"""What analysts write: models, tests, charts and reshaping that load parts of their libraries late."""

PROGRAMS: dict[str, str] = {
    "kmeans": (
        "from sklearn.cluster import KMeans\n"
        "df['k'] = KMeans(3, n_init=5, random_state=0).fit_predict(df[['a','b']])\n"
        "result = df.groupby('k')[['a','b']].mean()"
    ),
    "sk gmm": (
        "from sklearn.mixture import GaussianMixture as M\nX = df[['a','b']].values\ny = df['c'].values\n"
        "result = M(2).fit_predict(X)"
    ),
    "sk dbscan": (
        "from sklearn.cluster import DBSCAN as M\nX = df[['a','b']].values\ny = df['c'].values\n"
        "result = M(n_jobs=2).fit_predict(X)"
    ),
    "sk calib": (
        "from sklearn.calibration import CalibratedClassifierCV as M\nX = df[['a','b']].values\n"
        "y = df['c'].values\nresult = M(n_jobs=2).fit(X,y>0).score(X,y>0)"
    ),
    "sk html repr": (
        "from sklearn.linear_model import Ridge as M\nX = df[['a','b']].values\ny = df['c'].values\n"
        "result = len(M()._repr_html_())"
    ),
    "rf n_jobs": (
        "from sklearn.ensemble import RandomForestRegressor as R\n"
        "m = R(50, n_jobs=-1, random_state=0).fit(df[['a','b']], df['c'])\n"
        "result = dict(zip(['a','b'], m.feature_importances_))"
    ),
    "gridsearch": (
        "from sklearn.model_selection import GridSearchCV\nfrom sklearn.linear_model import Ridge\n"
        "g = GridSearchCV(Ridge(), {'alpha':[.1,1]}, n_jobs=2).fit(df[['a','b']], df['c'])\n"
        "result = g.best_params_"
    ),
    "knn n_jobs": (
        "from sklearn.neighbors import KNeighborsRegressor as K\n"
        "result = K(n_jobs=2).fit(df[['a']], df['c']).score(df[['a']], df['c'])"
    ),
    "mixedlm": "result = smf.mixedlm('c ~ a', df, groups=df['cat']).fit().params",
    "arima": (
        "from statsmodels.tsa.arima.model import ARIMA\nresult = ARIMA(df['a'][:200], order=(1,0,0)).fit().forecast(3)"
    ),
    "stl": (
        "from statsmodels.tsa.seasonal import STL\nr = STL(df['a'][:200], period=7).fit()\nresult = r.trend.tail(3)"
    ),
    "tukey": (
        "from statsmodels.stats.multicomp import pairwise_tukeyhsd as t\nprint(t(df['a'], df['cat']))\n"
        "result = pd.DataFrame(t(df['a'], df['cat'])._results_table.data[1:])"
    ),
    "scipy bootstrap": (
        "from scipy import stats as st\n"
        "r = st.bootstrap((df['a'][:100].values,), np.mean, n_resamples=500)\n"
        "result = r.confidence_interval"
    ),
    "permutation test": (
        "from scipy import stats as st\n"
        "result = st.permutation_test((df['a'][:50],df['b'][:50]), lambda x,y,axis: np.mean(x,axis)-np.mean(y"
        ",axis), n_resamples=200, vectorized=True).pvalue"
    ),
    "sns pairplot": "fig = sns.pairplot(df[['a','b','cat']].head(200), hue='cat')",
    "sns clustermap": "fig = sns.clustermap(df[['a','b','c']].head(50))",
    "mpl style dates": (
        "plt.style.use('ggplot')\nimport matplotlib.dates as md\n"
        "fig, ax = plt.subplots(); ax.plot(df['when'], df['a']); ax.xaxis.set_major_formatter(md.DateFormatte"
        "r('%b'))"
    ),
    "plotly ols trend": (
        "fig = px.scatter(df.head(200), x='a', y='c', trendline='ols', facet_col='cat')\n"
        "result = px.get_trendline_results(fig).shape[0]"
    ),
    "plotly choropleth": ("fig = px.choropleth(pd.DataFrame({'c':['FRA','DEU'],'v':[1,2]}), locations='c', color='v')"),
    "pyarrow": (
        "import pyarrow as pa\nt = pa.Table.from_pandas(df)\n"
        "result = t.group_by('cat').aggregate([('a','mean')]).to_pandas()"
    ),
    "sqlite memory": (
        "import sqlite3\nc = sqlite3.connect(':memory:'); df.to_sql('t', c)\n"
        "result = pd.read_sql('select cat, avg(a) m from t group by cat', c)"
    ),
    "tz": (
        "result = df['when'].dt.tz_localize('UTC').dt.tz_convert('America/New_York').dt.hour.value_counts().head(3)"
    ),
    "holidays bdate": (
        "from pandas.tseries.holiday import USFederalHolidayCalendar as H\n"
        "result = len(H().holidays('2024','2025')) + len(pd.bdate_range('2024','2025'))"
    ),
    "tuple keys dict": "result = df.groupby(['cat', df['a'] > 0]).size().to_dict()",
    "multiindex cols": "result = df.groupby('cat').agg({'a': ['mean','std'], 'b': ['min']})",
    "parquet buf": ("import io\nq = io.BytesIO(); df.to_parquet(q); q.seek(0)\nresult = pd.read_parquet(q).shape"),
    "1e6 x 10 groupby": (
        "n=1_000_000\nd = pd.DataFrame(np.random.rand(n,10), columns=list('abcdefghij'))\n"
        "d['g']=np.random.randint(0,9,n)\nresult = d.groupby('g').mean()"
    ),
    "joblib default Parallel": (
        "from joblib import Parallel, delayed\nresult = sum(Parallel(n_jobs=2)(delayed(abs)(-i) for i in range(5)))"
    ),
    "concurrent threads": (
        "from concurrent.futures import ThreadPoolExecutor as T\nwith T(4) as p: result = list(p.map(abs, [-1,-2]))"
    ),
    "get_ipython absent": "try: get_ipython()\nexcept NameError: result = 1",
}
