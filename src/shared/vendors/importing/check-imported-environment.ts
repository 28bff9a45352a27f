import { type ImportOptions, type ImportSummary, vendorNames } from '../../features/imports/schemas/import.ts'
import { limits } from '../../limits.ts'
import type { Context } from '../../schemas/context.ts'
import type { TheirEnvironment } from './assembly.ts'
import type { Imported } from './imported.ts'
import { seeded } from './seeded.ts'
import type { SelfCheck } from './self-check.ts'
import { checkBySdk, type OpenSdk } from './vendor-sdk.ts'

type EnvironmentCheckInput = {
  readonly options?: ImportOptions
  readonly nowMs?: number
  /** Sample contexts, by environment name in lowercase. */
  readonly kept?: Readonly<Record<string, readonly Context[]>> | undefined
  /** Opens the SDK of a vendor, if there is one. */
  readonly sdkOf?: ((vendor: ImportSummary['vendor'], options: ImportOptions) => Promise<OpenSdk | null>) | undefined
}

/** The number of values in the lists of documents. */
const listedIn = (node: unknown): number => {
  if (typeof node !== 'object' || node === null) return 0
  let count = Array.isArray(node) ? node.length : 0
  for (const inner of Object.values(node)) count += listedIn(inner)
  return count
}

/**
 * Compares an imported environment with the vendor's algorithm or SDK, for as many contexts as the time limit allows.
 * Null if neither is available.
 */
export const checkImportedEnvironment = async (
  vendor: ImportSummary['vendor'],
  environment: TheirEnvironment,
  imported: Imported,
  { options = {}, nowMs = 0, kept: all = {}, sdkOf }: EnvironmentCheckInput,
): Promise<SelfCheck | null> => {
  const { check, original } = environment
  const open = check === undefined && original !== undefined ? ((await sdkOf?.(vendor, options)) ?? null) : null
  if (check === undefined && open === null) return null
  const flags = Math.max(1, Object.keys(imported.flags).length)
  const byFlags = Math.floor((check === undefined ? limits.selfCheckSdkAnswers : limits.selfCheckAnswers) / flags)
  // The reference evaluators scan lists sequentially.
  const byValues = Math.floor(limits.selfCheckLooks / Math.max(1, listedIn([imported.flags, imported.segments])))
  const count = Math.max(4, Math.min(limits.selfCheckContexts, byFlags, byValues))
  const name = environment.name.toLowerCase()
  const kept = Object.hasOwn(all, name) ? (all[name] ?? []) : []
  if (check !== undefined) return check(imported, count, kept)
  if (open === null) return null
  try {
    return await checkBySdk(open, environment, imported, { count, random: seeded(1), nowMs, kept })
  } catch {
    // If the SDK fails on a document, that says nothing about the import.
    const message = `${vendorNames[vendor]}’s SDK could not read ${environment.name}, so nothing was compared there.`
    imported.findings.push({ severity: 'info', subject: 'project', path: '', message })
    return null
  }
}
