import { collectModules } from './module-names.ts'
import type { ModuleName, OptionalModules } from './optional-module.ts'

/** Loads each optional module. Most native datafiles load none. */
const loaders: { readonly [Name in ModuleName]-?: () => Promise<Pick<OptionalModules, Name>> } = {
  instant: async () => ({ instant: await import('./operators/instant.ts') }),
  network: async () => ({ network: await import('./operators/network.ts') }),
  number: async () => ({ number: await import('./operators/number.ts') }),
  semver: async () => ({ semver: await import('./operators/version.ts') }),
  set: async () => ({ set: await import('./operators/set.ts') }),
  text: async () => ({ text: await import('./operators/text.ts') }),
  shield: async () => ({ shield: (await import('./safe-context.ts')).safeContext }),
  wide: async () => ({ wide: await import('./extended/compile.ts') }),
  sha1: () => import('./bucketing/sha1.ts'),
  sha256: () => import('./bucketing/sha256.ts'),
  md5: () => import('./bucketing/md5.ts'),
  crc32: () => import('./bucketing/crc32.ts'),
  cbor: () => import('./bucketing/cbor.ts'),
  regex: () => import('./extended/regex.ts'),
  versions: () => import('./extended/version.ts'),
  query: () => import('./extended/query-logic/evaluate.ts'),
  jsonlogic: () => import('./extended/jsonlogic.ts'),
}

type DocumentHolder = Readonly<Record<'flags' | 'segments', Readonly<Record<string, unknown>>>>

/** Returns the optional modules that documents of a datafile or patch use; none for most native ones. */
export const modulesNeeded = ({ flags, segments }: DocumentHolder): ModuleName[] => {
  const names = new Set<ModuleName>()
  for (const document of [...Object.values(flags), ...Object.values(segments)]) collectModules(document, names)
  return [...names]
}

/** Loads optional modules by name. Rejects if one cannot be loaded. */
export const loadModules = async (names: readonly ModuleName[]): Promise<OptionalModules> => {
  const loaded = await Promise.all(names.map((name) => loaders[name]()))
  return Object.assign({}, ...loaded)
}
