import type { AnyFlags } from '../core/calls.ts'
import { draw } from './draw.ts'
import type { AnyPageFanion } from './page-client.ts'
import { drawPanel } from './panel.ts'
import { style } from './style.ts'
import { createTabOverrides } from './tab-overrides.ts'

export type { AnyPageFanion } from './page-client.ts'

export type ToolbarOptions = {
  /** URL of the project in Fanion, such as `https://flags.example.com/p/shop`. If set, each flag links to its page. */
  readonly project?: string | undefined
  /** The side of the page that shows the toolbar. Default: right. */
  readonly side?: 'left' | 'right' | undefined
}

const shown = new WeakMap<AnyPageFanion, () => void>()

/**
 * Shows a developer toolbar on the page. It lists each flag with its value and the reason, and can override values for
 * this tab. Overrides last as long as the tab, are not counted, and are never sent to a server.
 * Returns a function that removes the toolbar and stops its overrides; they apply again when it is shown next. Does
 * nothing without a document, as during server-side rendering. Import it only if needed: `if (import.meta.env.DEV)
 * import('@fanion/sdk/toolbar').then(…)`. Throws a `TypeError` if an option is invalid.
 */
export const showToolbar = (fanion: AnyPageFanion, flags: AnyFlags, options: ToolbarOptions = {}): (() => void) => {
  const project = options.project?.replace(/\/+$/, '')
  if (project !== undefined && !/^https?:\/\/[^\s?#]+$/.test(project))
    throw new TypeError('showToolbar: project must be an address such as https://flags.example.com/p/shop')
  if (typeof document === 'undefined') return () => {}
  shown.get(fanion)?.()

  const overrides = createTabOverrides(flags, () => globalThis.sessionStorage)
  const host = draw('fanion-toolbar', { 'data-side': options.side ?? 'right' })
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  // Adopted style sheets, and elements created one by one, work under any content security policy.
  root.adoptedStyleSheets = [sheet]

  const lay = () => void fanion.inspect(overrides.adjust)
  const panel = drawPanel(fanion, Object.values(flags), { overrides, lay, project })
  root.append(panel.element)
  // Keys pressed in the toolbar must not trigger shortcuts of the page.
  for (const kind of ['keydown', 'keypress', 'keyup']) host.addEventListener(kind, (event) => event.stopPropagation())
  const stops = [fanion.on('change', panel.update), fanion.on('status', panel.update)]
  lay()
  panel.update()
  // A script in the head may run before there is a body.
  ;(document.body ?? document.documentElement).append(host)

  const hide = () => {
    if (shown.get(fanion) !== hide) return
    shown.delete(fanion)
    for (const stop of stops) stop()
    host.remove()
    fanion.inspect((answers) => answers)
  }
  shown.set(fanion, hide)
  return hide
}
