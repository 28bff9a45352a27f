/*
 * Quick actions on flags and their format in links and fields. In a file of its own, because the flag list loads only
 * this at first; intent.ts computes the result.
 */

/**
 * The target state of a flag in one environment: on, off, a share, a copy of another environment, or the previous
 * state.
 */
export type QuickAction =
  | { to: 'on' }
  | { to: 'off' }
  /** Share of everyone else, or of the users that a rule matches. */
  | { to: 'share'; percent: number; rule?: string }
  | { to: 'copy'; from: string }
  | { to: 'back' }

/** A quick action on one flag in one environment. */
export type Intent = { flag: string; environment: string; action: QuickAction }

/** Parses a percentage: `10`, `12.5%`. Null if it is invalid. */
export const readPercent = (typed: string): number | null => {
  const [, digits] = /^(\d{1,3}(?:\.\d{1,3})?) ?%?$/.exec(typed.trim()) ?? []
  const percent = Number(digits)
  return digits === undefined || percent > 100 ? null : percent
}

/** Formats an action for a link: `on`, `off`, `25%`, `25%:rule-id`, `copy:staging`, `back`. */
export const actionText = (action: QuickAction): string => {
  if (action.to === 'share') return `${action.percent}%${action.rule === undefined ? '' : `:${action.rule}`}`
  return action.to === 'copy' ? `copy:${action.from}` : action.to
}

/** Parses the format of `actionText`. */
export const readAction = (text: string): QuickAction | null => {
  if (text === 'on' || text === 'off' || text === 'back') return { to: text }
  if (text.startsWith('copy:')) return { to: 'copy', from: text.slice('copy:'.length) }
  const [share = '', rule] = /^([^:]*%):(.+)$/.exec(text)?.slice(1) ?? [text]
  const percent = share.endsWith('%') ? readPercent(share) : null
  if (percent === null) return null
  return rule === undefined ? { to: 'share', percent } : { to: 'share', percent, rule }
}
