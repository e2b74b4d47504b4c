"""The look of the HTML report: readable on paper, in light and dark, from a telephone to a wide screen."""

CSS = """
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5a6068; --line: #d5d9de; --page: #ffffff; --panel: #f5f6f8;
  --link: #1a5fa8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a2a9b2; --line: #3a4048; --page: #15181c;
  --panel: #1f242a; --link: #7db4ee; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic",
  sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin-top: 1.75rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
h3 { font-size: 1rem; margin-top: 1.5rem; }
a { color: var(--link); }
.conclusion { background: var(--panel); border-left: 4px solid var(--link); padding: .25rem 1rem; }
.soft, figcaption, .notes { color: var(--soft); font-size: .9rem; }
.wide { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .92rem; min-width: 40%; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top;
  overflow-wrap: normal; max-width: 24rem; }
th { background: var(--panel); }
td.short { white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.beside { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: flex-start; }
.beside > div { flex: 1 1 22rem; min-width: 0; max-width: 100%; }
.beside .wide { max-height: 16rem; overflow-y: auto; }
figure { margin: 1rem 0; }
summary h2 { display: inline; border: 0; }
details { margin-top: 1.25rem; }
img { max-width: 100%; max-height: 22rem; height: auto; background: #ffffff; border-radius: 4px; }
pre { background: var(--panel); padding: .75rem; overflow-x: auto; font-size: .82rem; white-space: pre-wrap; }
sup a { text-decoration: none; padding: 0 .1em; }
.cited { text-decoration: underline dotted var(--soft); text-underline-offset: .2em; }
s { color: var(--soft); }
:target { background: var(--panel); outline: 2px solid var(--link); }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; background: #ffffff; color: #000000; }
  h2, h3, caption { break-after: avoid; } figure, img, tr { break-inside: avoid; } .beside { display: block; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .wide, .beside .wide { overflow: visible; max-height: none; } }
"""
