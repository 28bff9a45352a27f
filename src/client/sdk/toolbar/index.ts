import type { AnyFlags } from '../core/calls.ts'
import { draw } from './draw.ts'
import type { AnyPageFanion } from './page-client.ts'
import { drawPanel } from './panel.ts'
import { style } from './style.ts'
import { createTabOverrides } from './tab-overrides.ts'

export type { AnyPageFanion } from './page-client.ts'

export type ToolbarOptions = {
  /** The address of the project in Fanion, such as `https://flags.example.com/p/shop`: flags are then links to their page. */
  readonly project?: string | undefined
  /** At which side of the page it stands; by default at the right one. */
  readonly side?: 'left' | 'right' | undefined
}

const shown = new WeakMap<AnyPageFanion, () => void>()

/**
 * Shows a developer's toolbar on the page: each flag with its value and why it is that, and a way to lay another value over it
 * for this tab. Overrides last as long as the tab, are counted nowhere, and reach no server. The answer takes the toolbar
 * and its overrides away; what was laid over is there again when it is shown next. A page without a document, on the server,
 * shows none. Load it where it is wanted: `if (import.meta.env.DEV) import('@fanion/sdk/toolbar').then(…)`. Throws a
 * `TypeError` where an option cannot be right.
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
  // neither this nor an element made one by one is kept from the page by a policy for styles or scripts
  root.adoptedStyleSheets = [sheet]

  const lay = () => void fanion.inspect(overrides.adjust)
  const panel = drawPanel(fanion, Object.values(flags), { overrides, lay, project })
  root.append(panel.element)
  // keys that are meant for the toolbar are no shortcuts of the page
  for (const kind of ['keydown', 'keypress', 'keyup']) host.addEventListener(kind, (event) => event.stopPropagation())
  const stops = [fanion.on('change', panel.update), fanion.on('status', panel.update)]
  lay()
  panel.update()
  // a script in the head may run before there is a body
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
