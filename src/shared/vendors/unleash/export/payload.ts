import type { FlagDocument, FlagType } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'

export interface Payload {
  readonly type: string
  readonly value: string
}

const payloadOf = (type: FlagType, value: Json): Payload => {
  if (type === 'object') return { type: 'json', value: JSON.stringify(value) }
  return {
    type: type === 'number' ? 'number' : 'string',
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }
}

const isPayload = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && 'type' in value && 'value' in value

/** The name and payload under which a variant is reported. `native`: it was not imported with a payload of its own. */
export const reported = (flag: FlagDocument, variant: string, native: boolean): { name: string; payload?: Payload } => {
  const output = flag.outputs !== undefined && Object.hasOwn(flag.outputs, variant) ? flag.outputs[variant] : undefined
  const value = Object.hasOwn(flag.variants, variant) ? flag.variants[variant] : undefined
  const own = isPayload(output?.payload) ? output.payload : undefined
  const payload = own ?? (native && value !== undefined ? payloadOf(flag.type, value) : undefined)
  return { name: output?.name ?? variant, ...(payload === undefined ? {} : { payload }) }
}
