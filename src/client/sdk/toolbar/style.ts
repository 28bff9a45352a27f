/** Follows the system's light or dark mode. Isolated from the styles of the page in both directions. */
export const style = `
:host {
  all: initial; position: fixed; inset: auto 16px 16px auto; z-index: 2147483647; color-scheme: light dark;
  --raised: #fff; --sunken: #f6f7f9; --line: #e5e8ec; --field: #8b939c; --text: #16191d; --second: #555d66;
  --accent: #3b5bdb; --accent-text: #364fc7; --weak: #edf1ff; --bad: #c02626;
  --good-mark: #2b8a3e; --warn-mark: #d9780a; --bad-mark: #d92d2d;
  font: 13px/20px system-ui, sans-serif; color: var(--text);
}
:host([data-side='left']) { inset: auto auto 16px 16px; }
@media (prefers-color-scheme: dark) {
  :host {
    --raised: #191c21; --sunken: #16191d; --line: #282d34; --field: #6d757e; --text: #e4e7eb; --second: #adb4bc;
    --accent: #5471f0; --accent-text: #a5b6ff; --weak: #1f2642; --bad: #ff9090;
    --good-mark: #4fb866; --warn-mark: #f0963a; --bad-mark: #f25c5c;
  }
}
@media print { :host { display: none; } }
* { box-sizing: border-box; font: inherit; color: inherit; margin: 0; }
[hidden] { display: none !important; }
aside { display: flex; flex-direction: column-reverse; align-items: flex-end; gap: 8px; }
:host([data-side='left']) aside { align-items: flex-start; }
button, select, input {
  height: 32px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); padding: 0 10px;
}
button { font-weight: 500; cursor: pointer; white-space: nowrap; }
button:hover { background: var(--sunken); }
select, input { border-color: var(--field); width: 100%; min-width: 0; padding: 0 8px; }
input::placeholder { color: var(--second); opacity: 1; }
input[aria-invalid='true'] { border-color: var(--bad-mark); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.opener, .panel { box-shadow: 0 12px 32px -8px rgb(16 24 40 / .18), 0 1px 2px rgb(16 24 40 / .05); }
.opener { border-radius: 16px; padding: 0 14px; border-color: var(--field); }
.opener.over { background: var(--weak); border-color: var(--accent); color: var(--accent-text); }
.panel {
  display: flex; flex-direction: column; width: min(420px, calc(100vw - 32px)); max-height: min(640px, calc(100vh - 72px));
  background: var(--raised); border: 1px solid var(--line); border-radius: 12px; overflow: hidden;
}
.head { display: flex; align-items: center; gap: 8px; padding: 12px 12px 0 16px; }
h2 { flex: 1; font-size: 14px; font-weight: 600; }
.close { width: 32px; padding: 0; font-size: 18px; border-color: transparent; background: none; }
.status { padding: 0 16px 12px; font-size: 12px; line-height: 16px; color: var(--second); overflow-wrap: anywhere; }
.status::before {
  content: ''; display: inline-block; width: 8px; height: 8px; margin-right: 6px; border-radius: 4px; background: var(--warn-mark);
}
.status[data-state='ready']::before { background: var(--good-mark); }
.status[data-state='error']::before { background: var(--bad-mark); }
.find { width: auto; flex: none; margin: 0 16px 12px; }
ul { list-style: none; padding: 0; overflow: auto; overscroll-behavior: contain; border-top: 1px solid var(--line); flex: 0 1 auto; min-height: 0; }
ul:focus-visible, pre:focus-visible { outline-offset: -2px; }
li { display: flex; gap: 12px; align-items: flex-start; padding: 10px 16px; border-bottom: 1px solid var(--line); }
li:last-child { border-bottom: 0; }
li.over { background: var(--weak); }
.what { flex: 1; min-width: 0; }
.how { flex: none; width: 136px; }
.line { display: flex; flex-wrap: wrap; column-gap: 8px; align-items: baseline; min-width: 0; }
.key, .value, pre { font: 12px/20px ui-monospace, monospace; }
.key { font-weight: 600; max-width: 100%; overflow-wrap: anywhere; }
a.key { color: var(--accent-text); text-decoration: underline; text-underline-offset: 2px; }
.value { max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.why { font-size: 12px; line-height: 16px; color: var(--second); overflow-wrap: anywhere; }
.problem:not(:empty) { font-size: 12px; line-height: 16px; color: var(--bad); padding-top: 4px; }
.none { padding: 0 16px 12px; color: var(--second); }
details { border-top: 1px solid var(--line); flex: none; }
summary { padding: 8px 16px; cursor: pointer; font-weight: 500; }
pre { max-height: 160px; overflow: auto; padding: 0 16px 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 480px) {
  button, select, input, summary { min-height: 44px; font-size: 16px; }
  .opener { border-radius: 22px; }
  .close { width: 44px; }
  .how { width: 120px; }
}
`
