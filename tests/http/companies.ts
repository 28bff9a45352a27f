import type { Outcome } from '../../src/shared/engine/outcome.ts'
import type { ImportOptions, Vendor, Verdict } from '../../src/shared/features/imports/schemas/import.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'

export type Row = Record<string, Json>

type Company = {
  vendor: Vendor
  /** Relative to the company's folder. */
  folders: readonly string[]
  options?: ImportOptions
  /** Number of flags and segments by verdict. A change in a number means that flags were lost or gained. */
  verdicts: Readonly<Record<Verdict, number>>
  /** Converts one of the company's users to a context. */
  contextOf: (person: Row, environment: string) => Context
  /** Converts our answer to the file's format. */
  inTheirWords: (outcome: Outcome, ask: (key: string) => Outcome, theirs: string, file: Datafile, key: string) => Json
}

export const textOf = (key: Json | undefined): string => (typeof key === 'string' ? key : '')
const withKey = ({ key, ...rest }: Row): Context => ({ ...rest, targetingKey: textOf(key) })
export const texts = (person: Row) =>
  Object.fromEntries(
    Object.entries(person).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
const indexOf = (file: Datafile, key: string, variant: string | null) =>
  variant === null ? null : Object.keys(file.flags[key]?.variants ?? {}).indexOf(variant)

/** The vendors a company migrates from, and the format of their answers. */
export const companies: readonly Company[] = [
  {
    vendor: 'launchdarkly',
    folders: ['launchdarkly/rest', 'launchdarkly/sdk'],
    // The member list of the big segment is not among the JSON files.
    verdicts: { exact: 4, 'exact-wide': 55, documented: 0, changed: 2, 'left-out': 1 },
    contextOf: (person) => {
      const { orgId, ...user } = person
      // The file uses contexts like the vendor's SDKs: a user, and the organization if they have one.
      return (
        orgId === undefined
          ? { kind: 'user', ...user }
          : { kind: 'multi', user: { ...user, orgId }, org: { key: orgId } }
      ) as Context
    },
    inTheirWords: ({ value, variant, errorCode }, _, __, file, key) =>
      errorCode !== null ? ['error', errorCode] : [value ?? null, indexOf(file, key, variant)],
  },
  {
    vendor: 'unleash',
    folders: ['unleash/sdk'],
    verdicts: { exact: 5, 'exact-wide': 55, documented: 0, changed: 2, 'left-out': 0 },
    contextOf: ({ key, ...rest }, environment) => ({
      userId: textOf(key),
      properties: texts(rest),
      environment,
      appName: 'answers',
    }),
    inTheirWords: ({ enabled, variant, name, value, payload }) => {
      const served = enabled === true && variant !== null && typeof value !== 'boolean'
      const inside = typeof payload === 'object' && payload !== null && 'value' in payload ? payload.value : null
      return [enabled === true, served ? (name ?? variant) : null, served ? (inside ?? null) : null]
    },
  },
  {
    vendor: 'growthbook',
    folders: ['growthbook/sdk'],
    verdicts: { exact: 2, 'exact-wide': 53, documented: 0, changed: 2, 'left-out': 0 },
    contextOf: ({ key, ...rest }) => ({ ...rest, id: key ?? null, targetingKey: textOf(key) }),
    inTheirWords: ({ value }) => value ?? null,
  },
  {
    vendor: 'flagsmith',
    folders: ['flagsmith'],
    options: { engine: 'node' },
    verdicts: { exact: 83, 'exact-wide': 83, documented: 0, changed: 2, 'left-out': 0 },
    contextOf: withKey,
    // A feature without a value is a boolean flag.
    inTheirWords: ({ value }, ask, theirs) => {
      const enabled = ask(`${theirs}.enabled`)
      return enabled.errorCode === null ? [enabled.value ?? null, value ?? null] : [value ?? null, null]
    },
  },
  {
    vendor: 'configcat',
    folders: ['configcat'],
    verdicts: { exact: 3, 'exact-wide': 55, documented: 0, changed: 2, 'left-out': 0 },
    contextOf: ({ key, email, country, ...rest }) => ({
      ...rest,
      targetingKey: textOf(key),
      Identifier: textOf(key),
      ...(email === undefined ? {} : { Email: email }),
      ...(country === undefined ? {} : { Country: country }),
    }),
    inTheirWords: ({ value }) => value ?? null,
  },
  {
    vendor: 'posthog',
    folders: ['posthog'],
    options: { evaluator: 'local' },
    verdicts: { exact: 4, 'exact-wide': 51, documented: 0, changed: 6, 'left-out': 0 },
    contextOf: ({ key, ...rest }) => ({
      ...Object.fromEntries(
        Object.entries(rest).map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]),
      ),
      targetingKey: textOf(key),
    }),
    inTheirWords: ({ value, reason, errorCode, enabled, name }) => {
      if (errorCode !== null || reason === 'UNKNOWN') return 'unknown'
      if (enabled !== true) return false
      return typeof value === 'boolean' ? true : (name ?? value ?? null)
    },
  },
  {
    vendor: 'split',
    folders: ['split'],
    verdicts: { exact: 8, 'exact-wide': 52, documented: 0, changed: 2, 'left-out': 0 },
    contextOf: withKey,
    inTheirWords: ({ name, variant, errorCode, payload }) =>
      errorCode !== null || variant === null ? ['control', null] : [name ?? variant, payload ?? null],
  },
  {
    vendor: 'statsig',
    folders: ['statsig'],
    verdicts: { exact: 29, 'exact-wide': 13, documented: 0, changed: 19, 'left-out': 0 },
    contextOf: withKey,
    inTheirWords: ({ value, variant, rule, reason }) => {
      if (typeof value === 'boolean') return value
      if (variant === 'unsupported') return [value ?? null, '']
      // One rule of the file has the same id as another; ids are unique here.
      const id = rule?.id === 'rule-2' ? 'f4d33bc8960' : rule?.id
      return [value ?? null, id ?? (reason === 'DISABLED' ? 'disabled' : 'default')]
    },
  },
  {
    vendor: 'flagd',
    folders: ['flagd'],
    options: { generation: 'v2' },
    verdicts: { exact: 0, 'exact-wide': 55, documented: 0, changed: 2, 'left-out': 0 },
    contextOf: withKey,
    inTheirWords: ({ value, variant, name, errorCode }) =>
      errorCode !== null ? ['error', errorCode] : [value ?? null, name ?? variant],
  },
]
