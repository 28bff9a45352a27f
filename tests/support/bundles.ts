import type { Bundle } from '../../src/shared/features/imports/schemas/import.ts'

/** Packs files like an upload does. */
export const bundleOf = (files: Readonly<Record<string, unknown>>): Buffer => {
  const parts = Object.fromEntries(
    Object.entries(files).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const bundle: Bundle = { format: 1, parts }
  return Buffer.from(JSON.stringify(bundle))
}

type Targeting = { [field: string]: unknown }

/** A flagd flag: boolean, enabled and off by default. */
export const flagdFlag = (more: Targeting = {}): Targeting => ({
  state: 'ENABLED',
  variants: { on: true, off: false },
  defaultVariant: 'off',
  ...more,
})

/** A payload of LaunchDarkly's SDKs. */
export const launchDarklyPayload = (
  flags: Readonly<Record<string, Targeting>>,
  segments: Readonly<Record<string, Targeting>> = {},
): unknown => ({
  flags: Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, launchDarklyFlag(key, flag)])),
  segments: Object.fromEntries(
    Object.entries(segments).map(([key, segment]) => [
      key,
      { key, included: [], excluded: [], rules: [], salt: `salt of ${key}`, version: 1, ...segment },
    ]),
  ),
})

const launchDarklyFlag = (key: string, more: Targeting): Targeting => ({
  key,
  version: 1,
  on: true,
  variations: [true, false],
  fallthrough: { variation: 0 },
  offVariation: 1,
  targets: [],
  rules: [],
  prerequisites: [],
  salt: `salt of ${key}`,
  ...more,
})

/** A clause that matches a segment. */
export const inSegment = (segment: string): Targeting => ({
  clauses: [{ attribute: '', op: 'segmentMatch', values: [segment], negate: false }],
  variation: 1,
  id: `in-${segment}`,
})
