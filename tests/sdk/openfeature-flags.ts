import type { Condition } from '../../src/shared/schemas/condition.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import { aDatafile, aFlag } from './wire-server.ts'

/** A flag of OpenFeature's test suite. */
type SuiteFlag = {
  readonly variants: Readonly<Record<string, Json>>
  readonly defaultVariant?: string | null
  readonly disabled?: boolean
  readonly contextEvaluator?: string
}

const ballmer: Condition = { attribute: 'email', operator: 'is', values: ['ballmer@macrosoft.com'] }
const grown: Condition = { attribute: 'age', operator: 'greaterThan', values: [10] }
const customer: Condition = { attribute: 'customer', operator: 'is', values: [true] }

/** The suite's targeting is in its own language. These are its only two expressions, as our rules. */
const rules: Readonly<Record<string, { when: Condition; variant: string }>> = {
  "email == 'ballmer@macrosoft.com' ? 'zero' : ''": { when: ballmer, variant: 'zero' },
  "!customer && email == 'ballmer@macrosoft.com' && age > 10 ? 'internal' : ''": {
    when: { all: [{ not: customer }, ballmer, grown] },
    variant: 'internal',
  },
}

const documentOf = (key: string, flag: SuiteFlag): FlagDocument => {
  const { variants, defaultVariant, disabled = false, contextEvaluator } = flag
  const type = typeof Object.values(variants)[0]
  const rule = contextEvaluator === undefined ? undefined : rules[contextEvaluator]
  if (contextEvaluator !== undefined && rule === undefined) throw new Error(`unknown targeting: ${contextEvaluator}`)
  return aFlag(key, !disabled && typeof defaultVariant === 'string', {
    type: type === 'boolean' || type === 'string' || type === 'number' ? type : 'object',
    variants,
    offVariant: null,
    rules: rule === undefined ? [] : [{ id: 'targeting', when: rule.when, serve: { variant: rule.variant } }],
    otherwise: { variant: defaultVariant ?? Object.keys(variants)[0] ?? '' },
    visibleToClients: true,
  })
}

/** Converts the suite's flags to a datafile. */
export const suiteDatafile = (json: unknown): Datafile =>
  // Safe cast: the format of the suite's file.
  aDatafile(
    1,
    Object.entries(json as Record<string, SuiteFlag>).map(([key, flag]) => documentOf(key, flag)),
  )
