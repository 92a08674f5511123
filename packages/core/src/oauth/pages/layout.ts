import { Html, html } from './html.js'
import type { AuthPage } from './page.js'

const style = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6677; --line: #d5dbe3; --card: #fff; --back: #f2f4f7;
  --accent: #1f5fd0; --on-accent: #fff; --bad: #a3231b; --bad-back: #fdecea }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf2; --soft: #a5b0bf; --line: #3a4452; --card: #1d242e;
  --back: #12171e; --accent: #7fabf7; --on-accent: #0d1420; --bad: #ffb4ac; --bad-back: #3a1a18 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--back);
  color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
main { width: 100%; max-width: 420px; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 32px 28px; overflow-wrap: anywhere }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3 }
p { margin: 0 0 16px } .soft { color: var(--soft); font-size: 14px }
label { display: block; margin: 16px 0 4px; font-weight: 600; font-size: 14px }
input { width: 100%; padding: 10px 12px; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--soft); border-radius: 8px }
ul { margin: 0 0 20px; padding: 0; list-style: none; border-top: 1px solid var(--line) }
li { padding: 10px 0; border-bottom: 1px solid var(--line) } li.off { color: var(--soft) }
li small { display: block; color: var(--soft) }
.actions { display: flex; gap: 12px; margin-top: 24px; flex-wrap: wrap }
button { flex: 1 1 auto; min-height: 44px; padding: 10px 18px; font: inherit; font-weight: 600; border-radius: 8px;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer }
button.second { background: transparent; color: var(--ink); border-color: var(--soft) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.problem { padding: 10px 12px; border-radius: 8px; background: var(--bad-back); color: var(--bad) }
code { font-size: 14px }
`

/** The layout of a host that brings none of its own: no script, readable on a phone, light and dark. */
export function defaultLayout({ title, bodyHtml, nonce }: AuthPage): string {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${new Html(style)}</style>
</head>
<body>
<main>
${new Html(bodyHtml)}
</main>
</body>
</html>
`
  return document.text
}
