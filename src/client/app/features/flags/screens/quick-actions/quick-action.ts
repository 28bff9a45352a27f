/*
 * What is wanted of a flag, as links and fields say it. The flag list needs no more than this at first; what it comes to is
 * in intent.ts.
 */

/** What a flag shall become in one environment: on, off, served to a share, as it is elsewhere, or as it was before. */
export type QuickAction =
  | { to: 'on' }
  | { to: 'off' }
  /** Of everyone else, or of those whom a rule serves. */
  | { to: 'share'; percent: number; rule?: string }
  | { to: 'copy'; from: string }
  | { to: 'back' }

/** What somebody wants of one flag in one environment. */
export type Intent = { flag: string; environment: string; action: QuickAction }

/** A percentage as somebody types it: `10`, `12.5%`; null where it is none. */
export const readPercent = (typed: string): number | null => {
  const [, digits] = /^(\d{1,3}(?:\.\d{1,3})?) ?%?$/.exec(typed.trim()) ?? []
  const percent = Number(digits)
  return digits === undefined || percent > 100 ? null : percent
}

/** An action in a link: `on`, `off`, `25%`, `25%:rule-id`, `copy:staging`, `back`. */
export const actionText = (action: QuickAction): string => {
  if (action.to === 'share') return `${action.percent}%${action.rule === undefined ? '' : `:${action.rule}`}`
  return action.to === 'copy' ? `copy:${action.from}` : action.to
}

/** Reads what `actionText` wrote. */
export const readAction = (text: string): QuickAction | null => {
  if (text === 'on' || text === 'off' || text === 'back') return { to: text }
  if (text.startsWith('copy:')) return { to: 'copy', from: text.slice('copy:'.length) }
  const [share = '', rule] = /^([^:]*%):(.+)$/.exec(text)?.slice(1) ?? [text]
  const percent = share.endsWith('%') ? readPercent(share) : null
  if (percent === null) return null
  return rule === undefined ? { to: 'share', percent } : { to: 'share', percent, rule }
}
