import type { AuthPage } from '../../ports/auth-page.js'
import { Html, html } from './html.js'

const style = `
:root { color-scheme: light dark; --ink: #1e2326; --soft: #5a6268; --line: #e0dcd4; --edge: #857f75; --card: #fff;
  --back: #f6f4f0; --accent: #0f6b5c; --strong: #0a5347; --on-accent: #fff; --bad: #a9261c; --bad-back: #fdecea }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebea; --soft: #a2acad; --line: #333a3c; --edge: #7a8486;
  --card: #1b1f20; --back: #141718; --accent: #57c2ad; --strong: #7dd3c1; --on-accent: #06251f; --bad: #ffb4ac;
  --bad-back: #3a1a18 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 16px;
  background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
main { width: 100%; max-width: 430px; background: var(--card); border: 1px solid var(--line); border-radius: 16px;
  padding: 32px 28px; overflow-wrap: anywhere; box-shadow: 0 12px 32px rgb(0 0 0 / 8%) }
.mark { display: block; width: 40px; height: 40px; margin-bottom: 20px }
h1 { margin: 0 0 4px; font-size: 23px; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance }
p { margin: 0 0 16px } .soft { color: var(--soft); font-size: 14px }
label { display: block; margin: 16px 0 6px; font-weight: 600; font-size: 14px }
input { width: 100%; min-height: 44px; padding: 9px 12px; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--edge); border-radius: 8px }
.who { display: flex; gap: 12px; align-items: center; justify-content: space-between; margin: 16px 0 20px;
  padding: 10px 8px 10px 14px; border-radius: 10px; background: var(--back); line-height: 1.35 }
.who p { margin: 0; min-width: 0 }
ul { margin: -6px 0 20px; padding: 0; list-style: none }
li { position: relative; padding: 9px 0 9px 26px; border-bottom: 1px solid var(--line); line-height: 1.4 }
li::before { content: ''; position: absolute; left: 4px; top: 12px; width: 6px; height: 11px; rotate: 40deg;
  border: solid var(--accent); border-width: 0 2.5px 2.5px 0 }
li.off { color: var(--soft) } li.off::before { left: 2px; top: 18px; width: 12px; height: 0; rotate: none;
  border-color: var(--soft); border-width: 0 0 2.5px }
li small { display: block; font-size: 13px }
.actions { display: flex; gap: 12px; margin-top: 24px; flex-wrap: wrap }
button { flex: 1 1 120px; min-height: 44px; padding: 9px 18px; font: inherit; font-weight: 600; border-radius: 8px;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer }
button:hover { background: var(--strong); border-color: var(--strong) }
button.second { background: transparent; color: var(--ink); border-color: var(--edge) }
button.second:hover { background: var(--back) }
button.link { flex: none; padding: 0 8px; border: 0; background: none; color: var(--accent); font-size: 14px }
button.link:hover { color: var(--strong); text-decoration: underline }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.problem { margin: 16px 0; padding: 10px 14px; border-radius: 8px; background: var(--bad-back); color: var(--bad) }
code { font-size: 14px }
@media (max-width: 480px) { body { padding: 0; background: var(--card) }
  main { align-self: start; padding: 28px 20px; border: 0; box-shadow: none } }
@media (forced-colors: active) { li::before { border-color: CanvasText } }
`

const mark = html`<svg class="mark" viewBox="0 0 32 32" fill="none" aria-hidden="true">
<path fill="var(--accent)" d="M16 3c7.5 0 13 5 13 11.5S23.5 26 16 26c-1.7 0-3.3-.2-4.8-.7L5 29l1.6-6.2C4.3 20.7 3 17.7 3 14.5 3 8 8.5 3 16 3Z"/>
<path stroke="var(--on-accent)" stroke-width="2.5" stroke-linecap="round" d="M10.5 12h11M10.5 17h7"/>
</svg>`

/** The default layout, used when the host provides none: no script, readable on a phone, light and dark. */
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
${mark}
${new Html(bodyHtml)}
</main>
</body>
</html>
`
  return document.text
}
