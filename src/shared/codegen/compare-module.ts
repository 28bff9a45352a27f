import type { Datafile } from '../schemas/datafile.ts'
import type { Json } from '../schemas/keys.ts'
import { contextFields, type Declared } from './context-type.ts'
import { flagsModule } from './flags-module.ts'
import { type DeclaredField, type DeclaredFlag, type ReadModule, readModule } from './read-module.ts'

export type Finding = {
  readonly kind: 'missing' | 'type' | 'variant-unknown' | 'default-unknown' | 'attribute-missing' | 'attribute-type'
  readonly subject: string
  readonly sentence: string
}

type Environment = Pick<Datafile, 'project' | 'flags'>

/**
 * Compares a declarations file with the server by meaning. Flags that only the server has are ignored: a colleague's
 * new flag breaks nothing. Declarations that are stricter than the server are accepted.
 */
export function compareModule(local: ReadModule, server: Environment, attributes: readonly Declared[]): Finding[] {
  const remote = new Map(readModule(flagsModule(server, [])).flags.map((flag) => [flag.key, flag]))
  const flags = local.flags.flatMap((flag) => flagFindings(flag, remote.get(flag.key)))
  return [...flags, ...(local.context === null && attributes.length === 0 ? [] : fieldFindings(local, attributes))]
}

function flagFindings(here: DeclaredFlag, there: DeclaredFlag | undefined): Finding[] {
  const subject = here.key
  const name = here.name === here.key ? here.key : `${here.name} (${here.key})`
  const find = (kind: Finding['kind'], sentence: string): Finding[] => [
    { kind, subject, sentence: `${name}: ${sentence}` },
  ]
  if (!there) return find('missing', 'declared here, but gone from the server')
  if (here.type !== there.type) return find('type', `declared here as ${here.type}, but the server has ${there.type}`)
  if (here.shape !== null && there.shape !== null && /^\{/.test(here.shape) && here.shape !== there.shape) {
    return find('type', `declared here as ${here.shape}, but the server has ${there.shape}`)
  }
  const { variants } = here
  if (variants === null) return []
  const served = there.variants ?? []
  const isIn = (list: readonly Json[], value: Json) => list.includes(value)
  const unknown = served.filter((value) => !isIn(variants, value))
  if (unknown.length > 0) {
    return find(
      'variant-unknown',
      `the server may serve ${unknown.map((value) => JSON.stringify(value)).join(', ')}, which is not declared here`,
    )
  }
  if (isIn(served, here.default)) return []
  return find('default-unknown', `its default ${JSON.stringify(here.default)} is none of the server's variants`)
}

function fieldFindings({ context }: ReadModule, attributes: readonly Declared[]): Finding[] {
  const there = fieldsOf(attributes)
  return [...there].flatMap(([subject, field]): Finding[] => {
    const here = context?.get(subject)
    const find = (kind: Finding['kind'], sentence: string) => [
      { kind, subject, sentence: `context.${subject}: ${sentence}` },
    ]
    if (!here) return field.required ? find('attribute-missing', 'required by the server, not declared here') : []
    // Known values are only suggestions, so a difference is not a mismatch.
    if (openType(here.type) === openType(field.type) && (here.required || !field.required)) return []
    return find('attribute-type', `declared here as ${described(here)}, but the server has ${described(field)}`)
  })
}

const fieldsOf = (attributes: readonly Declared[]): ReadonlyMap<string, DeclaredField> => {
  const text = `type Context = {\n${contextFields(attributes).join('\n')}\n}\ndefineFlags({})`
  return readModule(text).context ?? new Map()
}

const described = ({ type, required }: DeclaredField) => (required ? type : `${type}, or left out`)

/** Removes suggested values from a type: `"NO" | (string & {})` becomes `string`. */
const openType = (type: string): string =>
  type
    .replaceAll(/(?:(?:"(?:[^"\\]|\\.)*"|-? ?[\d.]+) \| )+\( (string|number) & \{ \} \)/g, '$1')
    .replaceAll(/\( (\w+) \)/g, '$1')
