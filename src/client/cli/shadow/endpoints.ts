import type { FormatName } from '../../../shared/vendors/exporting/formats.ts'
import { UsageError } from '../cli-error.ts'
import type { Env } from '../command.ts'

/** Results of evaluating one context, by flag, in the vendor’s terms. */
export type Answers = ReadonlyMap<string, string>

export type Question = { readonly path: string; readonly method: 'GET' | 'POST'; readonly body?: unknown }

/** The endpoints that evaluate a context, in the other system and in this server. */
export type Endpoint = {
  /** The default, unless `--from` is given. */
  readonly address: string
  readonly headers: (env: Env) => Record<string, string>
  /** The requests to the other system and to this server. */
  readonly theirs: (context: unknown, env: Env) => Question
  readonly ours: (context: unknown) => Question
  readonly read: (answer: unknown) => Answers | null
  /** The result of a flag that is missing from a response: off, if a system returns only enabled flags. */
  readonly absent: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listed = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

const authorized =
  (name: string) =>
  (env: Env): Record<string, string> =>
    env[name] ? { authorization: env[name] } : {}

const inPath = (context: unknown): string => Buffer.from(JSON.stringify(context)).toString('base64url')

/** An Unleash context as its clients send it: strings, with custom fields below `properties`. */
const asQuery = (context: unknown): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(isFields(context) ? context : {})) {
    if (name === 'properties' && isFields(value)) {
      for (const [property, one] of Object.entries(value)) {
        if (one !== null) query.set(`properties[${property}]`, String(one as string))
      }
    } else if (value !== null) query.set(name, String(value as string))
  }
  return query.toString()
}

const off = 'false'

export const endpoints: Readonly<Record<FormatName, Endpoint>> = {
  unleash: {
    address: 'http://localhost:4242',
    headers: authorized('UNLEASH_FRONTEND_TOKEN'),
    theirs: (context) => ({ method: 'GET', path: `/api/frontend?${asQuery(context)}` }),
    ours: (context) => ({ method: 'GET', path: `/unleash/api/frontend?${asQuery(context)}` }),
    read: (answer) => {
      if (!isFields(answer) || !Array.isArray(answer['toggles'])) return null
      return new Map(
        listed(answer['toggles'])
          .filter(({ enabled }) => enabled === true)
          .map(({ name, variant }) => {
            const { name: called, payload } = isFields(variant) && variant['enabled'] === true ? variant : {}
            const value = isFields(payload) ? payload['value'] : undefined
            return [String(name), called === undefined ? 'true' : JSON.stringify([true, called, value ?? null])]
          }),
      )
    },
    absent: off,
  },
  launchdarkly: {
    address: 'https://clientsdk.launchdarkly.com',
    headers: () => ({}),
    theirs: (context, env) => {
      const id = env['LAUNCHDARKLY_CLIENT_SIDE_ID']?.trim()
      if (!id) throw new UsageError('Set LAUNCHDARKLY_CLIENT_SIDE_ID to the client-side ID of the environment.')
      return { method: 'GET', path: `/sdk/evalx/${encodeURIComponent(id)}/contexts/${inPath(context)}` }
    },
    ours: (context) => ({ method: 'GET', path: `/launchdarkly/msdk/evalx/contexts/${inPath(context)}` }),
    read: (answer) => {
      if (!isFields(answer)) return null
      const all = Object.entries(answer).filter(
        (pair): pair is [string, Fields] => isFields(pair[1]) && 'value' in pair[1],
      )
      return new Map(
        all.map(([name, { value, variation }]) => [name, JSON.stringify([value ?? null, variation ?? null])]),
      )
    },
    absent: undefined,
  },
  flagd: {
    address: 'http://localhost:8016',
    headers: authorized('FLAGD_AUTHORIZATION'),
    theirs: (context) => ({ method: 'POST', path: '/ofrep/v1/evaluate/flags', body: { context } }),
    ours: (context) => ({ method: 'POST', path: '/ofrep/v1/evaluate/flags', body: { context } }),
    read: (answer) => {
      if (!isFields(answer) || !Array.isArray(answer['flags'])) return null
      return new Map(
        listed(answer['flags']).map(({ key, value, variant, errorCode }) => [
          String(key),
          errorCode === undefined
            ? JSON.stringify([value ?? null, variant ?? null])
            : `error ${String(errorCode as string)}`,
        ]),
      )
    },
    absent: undefined,
  },
  growthbook: {
    address: 'http://localhost:3300',
    headers: () => ({}),
    theirs: (attributes, env) => {
      const key = env['GROWTHBOOK_CLIENT_KEY']?.trim()
      if (!key) throw new UsageError('Set GROWTHBOOK_CLIENT_KEY to the client key of the SDK connection.')
      return { method: 'POST', path: `/api/eval/${encodeURIComponent(key)}`, body: { attributes } }
    },
    ours: (attributes) => ({ method: 'POST', path: '/growthbook/api/eval/fanion', body: { attributes } }),
    read: (answer) => {
      if (!isFields(answer) || !isFields(answer['features'])) return null
      const features = Object.entries(answer['features'])
      return new Map(features.map(([name, feature]) => [name, JSON.stringify(answeredIn(feature))]))
    },
    absent: undefined,
  },
}

/** The value of an evaluated feature. A remaining rule applies to every user. */
const answeredIn = (feature: unknown): unknown => {
  if (!isFields(feature)) return null
  const [first] = listed(feature['rules'])
  return (first && 'force' in first ? first['force'] : feature['defaultValue']) ?? null
}
