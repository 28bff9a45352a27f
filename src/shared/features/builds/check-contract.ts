import { sameJson } from '../../datafile/same-json.ts'
import { attributesRead } from '../../impact/attributes-read.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import type { BuildDeclaration, ContractFinding, DeclaredFlag } from './schemas/build.ts'
import { servedVariants } from './served-variants.ts'

/** What runs, or is about to: its flags, and the attributes of its contexts where it says which. */
export type Declared = Pick<BuildDeclaration, 'flags' | 'attributes'>
export type DocumentsByKey = Readonly<Record<string, FlagDocument>>

const has = (list: readonly Json[], value: Json): boolean => list.some((one) => sameJson(one, value))
const listed = (values: readonly Json[]): string => values.map((value) => JSON.stringify(value)).join(', ')

/**
 * Where a program and an environment do not fit, in the order of what the program declares: a flag that is not there, that is
 * of another type, that serves what the program cannot take, whose variants do not have the program's default, or whose rules read
 * an attribute that the program does not send. What only the server has is not its business.
 */
export const checkContract = (declared: Declared, documents: DocumentsByKey): ContractFinding[] =>
  declared.flags.flatMap((flag) => {
    const document = Object.hasOwn(documents, flag.key) ? documents[flag.key] : undefined
    return flagFindings(flag, document, declared.attributes)
  })

/** What does not fit of one flag. A flag that is missing, or of another type, is that and nothing more. */
export const flagFindings = (
  flag: DeclaredFlag,
  document: FlagDocument | undefined,
  attributes?: readonly string[],
): ContractFinding[] => {
  const find = (kind: ContractFinding['kind'], values: readonly Json[], sentence: string): ContractFinding => ({
    kind,
    flag: flag.key,
    values: [...values],
    sentence,
  })
  if (!document) return [find('missing', [], 'declared in code, but not on the server')]
  if (document.type !== flag.type)
    return [find('type', [], `declared in code as ${flag.type}, but the server has ${document.type}`)]
  const found: ContractFinding[] = []
  const unknown = undeclaredOf(flag, servedValues(document))
  if (unknown.length > 0)
    found.push(
      find('variant-unknown', unknown, `the server may serve ${listed(unknown)}, which the code doesn’t declare`),
    )
  if (flag.variants !== null && !has(Object.values(document.variants), flag.default))
    found.push(
      find('default-unknown', [flag.default], `its default ${listed([flag.default])} is none of the server’s variants`),
    )
  if (attributes !== undefined) {
    for (const name of attributesRead(document)) {
      if (!isSent(attributes, name))
        found.push(find('attribute-missing', [name], `its rules read ${name}, which the code doesn’t send`))
    }
  }
  return found
}

/** Of these values those that a declaration does not name. One that names none takes all. */
export const undeclaredOf = ({ variants }: DeclaredFlag, values: readonly Json[]): Json[] =>
  variants === null ? [] : values.filter((value) => !has(variants, value))

/** The values that a document may serve. */
export const servedValues = (document: FlagDocument): Json[] =>
  [...servedVariants(document)].flatMap((key) =>
    // the engine gives the caller's default for a variant that is not there
    Object.hasOwn(document.variants, key) ? [document.variants[key] as Json] : [],
  )

// A program that sends an object sends what is in it, and the key is always its own.
const isSent = (attributes: readonly string[], name: string): boolean =>
  name === 'targetingKey' || attributes.some((sent) => sent === name || name.startsWith(`${sent}.`))
