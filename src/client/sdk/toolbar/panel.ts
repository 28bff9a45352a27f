import type { State } from '../core/status.ts'
import { draw, write } from './draw.ts'
import { flagRow } from './flag-row.ts'
import type { AnyFlag, AnyPageFanion } from './page-client.ts'
import type { TabOverrides } from './tab-overrides.ts'

const states: Readonly<Record<State, string>> = {
  'not ready': 'Not ready',
  ready: 'Connected',
  stale: 'Stale',
  error: 'Refused',
  closed: 'Closed',
}

/** The number of flags from which the panel has a search field. */
const manyFlags = 8

type PanelInput = { readonly overrides: TabOverrides; readonly lay: () => void; readonly project: string | undefined }

/** Draws the button at the edge of the page and the panel that it opens. */
export const drawPanel = (fanion: AnyPageFanion, flags: readonly AnyFlag[], given: PanelInput) => {
  const { overrides, lay } = given
  const label = draw('span')
  const opener = draw(
    'button',
    { type: 'button', class: 'opener', 'aria-expanded': 'false', 'aria-controls': 'panel' },
    label,
  )
  const status = draw('p', { class: 'status', role: 'status' })
  const clear = draw('button', { type: 'button' }, 'Clear overrides')
  const close = draw('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '×')
  const find = draw('input', { type: 'search', class: 'find', 'aria-label': 'Find a flag', placeholder: 'Find a flag' })
  const rows = flags.map((flag) => flagRow(flag, given))
  const none = draw('p', { class: 'none' })
  // A scrollable list must be focusable to be reachable by keyboard.
  const list = draw('ul', { tabindex: '0', 'aria-label': 'Flags' }, ...rows.map(({ element }) => element))
  const context = draw('pre', { tabindex: '0', 'aria-label': 'Context' })
  const panel = draw(
    'div',
    { class: 'panel', id: 'panel' },
    draw('div', { class: 'head' }, draw('h2', {}, 'Feature flags'), clear, close),
    status,
    ...(flags.length >= manyFlags ? [find] : []),
    list,
    none,
    draw('details', {}, draw('summary', {}, 'Context'), context),
  )
  const element = draw('aside', { 'aria-label': 'Feature flags of this page' }, opener, panel)

  const open = (isOpen: boolean) => {
    panel.hidden = !isOpen
    opener.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) opener.focus()
  }
  panel.hidden = true
  opener.addEventListener('click', () => open(panel.hidden === true))
  close.addEventListener('click', () => open(false))
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !panel.hidden) open(false)
  })
  clear.addEventListener('click', () => {
    overrides.clear()
    for (const row of rows) row.reset()
    lay()
    // The focused button was removed.
    close.focus()
  })

  const search = () => {
    const wanted = find.value.trim().toLowerCase()
    let found = 0
    for (const { element, flag } of rows) {
      element.hidden = !flag.key.toLowerCase().includes(wanted)
      if (!element.hidden) found += 1
    }
    list.hidden = found === 0
    none.hidden = found > 0
    write(none, flags.length === 0 ? 'This page declares no flag.' : 'No flag has that in its key.')
  }
  find.addEventListener('input', search)
  search()

  const update = () => {
    const { flags: answers, context: about } = fanion.inspect()
    const { state, reason } = fanion.status
    const byKey = new Map(answers?.map((answer) => [answer.key, answer]))
    for (const row of rows) row.update(byKey.get(row.flag.key), answers !== null)
    const many = overrides.size()
    write(label, many === 0 ? 'Flags' : `Flags: ${many} overridden`)
    opener.classList.toggle('over', many > 0)
    clear.hidden = many === 0
    write(status, [states[state], ...(reason === null ? [] : [reason])].join(': '))
    status.dataset['state'] = state
    write(context, contextText(about))
  }
  return { element, update }
}

/** Formats a context for display. A circular context cannot be written as JSON. */
const contextText = (context: unknown): string => {
  try {
    return JSON.stringify(context, null, 2)
  } catch {
    return 'This context cannot be written.'
  }
}
