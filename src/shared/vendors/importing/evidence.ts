import { type Vendor, vendorNames } from '../../features/imports/schemas/import.ts'
import type { SelfCheck } from './self-check.ts'

/**
 * What a flag was compared with, from strongest to weakest: the vendor's SDK, a reference evaluator that the tests
 * compare with that SDK, a reference evaluator written only from the vendor's source, or nothing.
 */
const kinds = ['sdk', 'tested-formula', 'formula', 'nothing'] as const
export type Evidence = (typeof kinds)[number]

/** Vendors whose reference evaluator is tested against their own SDK. */
const testedAgainstSdk: ReadonlySet<Vendor> = new Set<Vendor>(['launchdarkly', 'unleash'])

/** What the flags of an environment were compared with. */
export const evidenceOf = (vendor: Vendor, bySdk: boolean, check: SelfCheck | null): Evidence => {
  if (check === null || check.compared === 0) return 'nothing'
  if (bySdk) return 'sdk'
  return testedAgainstSdk.has(vendor) ? 'tested-formula' : 'formula'
}

export const weakest = (all: readonly Evidence[]): Evidence =>
  all.reduce<Evidence>((found, one) => (kinds.indexOf(one) > kinds.indexOf(found) ? one : found), 'sdk')

/** Whether the vendor's engine confirmed the result. */
export const isByEngine = (evidence: Evidence): boolean => evidence === 'sdk' || evidence === 'tested-formula'

/** Describes what a flag or segment was compared with. */
export const evidenceSentence = (evidence: Evidence, vendor: Vendor): string => {
  const name = vendorNames[vendor]
  switch (evidence) {
    case 'sdk':
      return `Compared with ${name}’s SDK.`
    case 'tested-formula':
      return `Compared with a formula that is tested against ${name}’s SDK.`
    case 'formula':
      return `Compared with a formula written from ${name}’s source, not with its engine.`
    case 'nothing':
      return `Not compared with ${name}’s engine.`
  }
}
