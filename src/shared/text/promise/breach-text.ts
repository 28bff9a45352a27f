import type { PromiseState } from '../../schemas/promise.ts'
import { quoted } from '../rules/literal.ts'
import { percent } from '../rules/percent.ts'

const because: Record<Extract<PromiseState, { state: 'unproven' }>['because'], string> = {
  steps: 'It takes more steps than a proof may use.',
  extended: 'It depends on something in another system’s rules that can’t be decided, such as chance.',
  unknown: 'It names a segment that isn’t there.',
  example: 'Neither a proof nor an example was found.',
}

/** Longer contexts are cut: who reads the sentence wants to know whom it is about. */
const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text)

/** How a promise stands, in a sentence; of what `would` come and has not yet, said so. */
export const stateSentence = (state: PromiseState, would = false): string => {
  if (state.state === 'kept') return 'Kept.'
  if (state.state === 'unproven') return because[state.because]
  const { witness, variant, rule, share } = state
  const verb = would ? 'would get' : 'gets'
  const what = variant === null ? 'the default in code' : quoted(variant)
  const by = rule === null ? '' : `, by rule ${rule + 1}`
  const group = share === null ? '' : ` ${would ? 'So would' : 'So do'} ${percent(share)} of people like this.`
  return `${shortened(JSON.stringify(witness))} ${verb} ${what}${by}.${group}`
}
