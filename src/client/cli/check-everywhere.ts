import { compareModule, type Finding } from '../../shared/codegen/compare-module.ts'
import type { Declared } from '../../shared/codegen/context-type.ts'
import type { DeclaredFlag, ReadModule } from '../../shared/codegen/read-module.ts'
import { checkContract } from '../../shared/features/builds/check-contract.ts'
import type { Datafile } from '../../shared/schemas/datafile.ts'
import { FlagType } from '../../shared/schemas/flag.ts'

/** A finding with the environments it applies to and its line in the declarations file. */
export type PlacedFinding = Finding & { readonly environments: readonly string[]; readonly line: number }

/**
 * Compares a declarations file with the datafiles of the given environments. Finds declarations that no longer compile
 * and values that a program with these declarations could not accept. A finding that occurs in several environments is
 * reported once.
 */
export function checkEverywhere(
  local: ReadModule,
  datafiles: readonly Datafile[],
  attributes: readonly Declared[],
): PlacedFinding[] {
  const found = new Map<string, Finding & { environments: string[] }>()
  for (const datafile of datafiles)
    for (const finding of findingsIn(local, datafile, attributes)) {
      const { kind, subject, sentence } = finding
      const id = JSON.stringify([kind, subject, sentence])
      const known = found.get(id) ?? { ...finding, environments: [] }
      known.environments.push(datafile.environment)
      found.set(id, known)
    }
  return [...found.values()]
    .map((finding) => ({ ...finding, line: lineOf(finding, local) }))
    .toSorted((a, b) => a.line - b.line)
}

function findingsIn(local: ReadModule, datafile: Datafile, attributes: readonly Declared[]): Finding[] {
  const compared = compareModule(local, datafile, attributes)
  const isTold = ({ kind, flag }: { kind: string; flag: string }) =>
    compared.some(({ kind: told, subject }) => subject === flag && (told === kind || told === 'type'))
  const names = new Map(local.flags.map((flag) => [flag.key, flag]))
  const contract = checkContract(
    {
      flags: local.flags.flatMap((flag) => declaredOf(flag)),
      ...(local.context && { attributes: [...local.context.keys()] }),
    },
    datafile.flags,
  )
  return [
    ...compared,
    ...contract
      .filter((finding) => !isTold(finding))
      .flatMap(({ kind, flag, sentence }): Finding[] =>
        kind === 'unread' ? [] : [{ kind, subject: flag, sentence: `${nameOf(names.get(flag), flag)}: ${sentence}` }],
      ),
  ]
}

const nameOf = (flag: DeclaredFlag | undefined, key: string): string =>
  flag === undefined || flag.name === key ? key : `${flag.name} (${key})`

/** A declaration in the form that a build reports. Omits unknown types: the comparison reports those. */
const declaredOf = ({ key, type, variants, default: fallback }: DeclaredFlag) => {
  const known = FlagType.safeParse(type)
  return known.success ? [{ key, type: known.data, variants: variants && [...variants], default: fallback }] : []
}

const lineOf = ({ kind, subject }: Finding, { lines }: ReadModule): number =>
  lines.get(subject) ?? (kind.startsWith('attribute') ? lines.get(`context.${subject}`) : undefined) ?? 1
