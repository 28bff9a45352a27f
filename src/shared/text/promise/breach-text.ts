import type { PromiseState } from '../../features/promises/schemas/promise.ts'
import { quoted } from '../rules/literal.ts'
import { percent } from '../rules/percent.ts'

const because: Record<Extract<PromiseState, { state: 'unproven' }>['because'], string> = {
  steps: 'It takes more steps than a proof may use.',
  extended: 'It depends on something in another system’s rules that can’t be decided, such as chance.',
  unknown: 'It names a segment that isn’t there.',
  example: 'Neither a proof nor an example was found.',
}

/** Longer contexts are truncated: the start is enough to identify the user. */
const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text)

const getsText = (who: string, what: string, rule: number | null, would: boolean): string => {
  if (rule === null) return would ? `${who} would get ${what}.` : `${who} gets ${what}.`
  return would ? `${who} would get ${what}, by rule ${rule + 1}.` : `${who} gets ${what}, by rule ${rule + 1}.`
}

/** Describes the state of a promise. With `would`, describes a publish that has not happened yet. */
export const stateSentence = (state: PromiseState, would = false): string => {
  if (state.state === 'kept') return 'Kept.'
  if (state.state === 'unproven') return because[state.because]
  const { witness, variant, rule, share } = state
  const [who, what] = [shortened(JSON.stringify(witness)), variant === null ? 'the default in code' : quoted(variant)]
  const gets = getsText(who, what, rule, would)
  if (share === null) return gets
  return would
    ? `${gets} So would ${percent(share)} of people like this.`
    : `${gets} So do ${percent(share)} of people like this.`
}
