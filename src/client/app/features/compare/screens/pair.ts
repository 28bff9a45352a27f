import { z } from 'zod'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { stored } from '../../../components/stored.ts'

const Pair = z.tuple([z.string(), z.string()])

/** The last compared pair of environments, by project. */
export const lastPair = stored((value) => Pair.safeParse(value).data ?? null)

export const lastPairKey = (project: string): string => `fanion/compare/${project}`

/**
 * The environments to compare: from the URL, otherwise the last pair, otherwise the first environment and the first
 * protected one after it.
 */
export const pairOf = (
  environments: readonly Environment[],
  asked: readonly [string | undefined, string | undefined],
  last: readonly [string, string] | null,
): [Environment, Environment] | null => {
  const find = (key: string | undefined) => environments.find((one) => one.key === key)
  const a = find(asked[0]) ?? find(last?.[0]) ?? environments[0]
  const others = environments.filter((one) => one.key !== a?.key)
  const wished = [asked[1], last?.[1]].map((key) => others.find((one) => one.key === key))
  const b = wished.find((one) => one !== undefined) ?? others.find((one) => one.protected) ?? others.at(-1)
  return a === undefined || b === undefined ? null : [a, b]
}
