import { sameJson } from '../../datafile/same-json.ts'
import { attributesRead } from '../../impact/attributes-read.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import type { BuildDeclaration, ContractFinding, DeclaredFlag } from './schemas/build.ts'
import { servedVariants } from './served-variants.ts'

/** What a deployed or future application declares: its flags and, optionally, the attributes of its contexts. */
export type Declared = Pick<BuildDeclaration, 'flags' | 'attributes'>
export type DocumentsByKey = Readonly<Record<string, FlagDocument>>

const has = (list: readonly Json[], value: Json): boolean => list.some((one) => sameJson(one, value))
const listed = (values: readonly Json[]): string => values.map((value) => JSON.stringify(value)).join(', ')

/**
 * Compares a declaration with an environment's documents and returns the mismatches, in declaration order:
 * - the flag is missing or has another type
 * - it serves a value that the application cannot handle
 * - its variants lack the application's default
 * - its rules read an attribute that the application does not send
 * Flags that only the server has are ignored.
 */
export const checkContract = (declared: Declared, documents: DocumentsByKey): ContractFinding[] =>
  declared.flags.flatMap((flag) => {
    const document = Object.hasOwn(documents, flag.key) ? documents[flag.key] : undefined
    return flagFindings(flag, document, declared.attributes)
  })

/** The mismatches of one flag. A missing flag or a different type is reported alone. */
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
      if (!isAttributeSent(attributes, name))
        found.push(find('attribute-missing', [name], `its rules read ${name}, which the code doesn’t send`))
    }
  }
  return found
}

/** The values that the declaration does not list. A declaration without variants accepts any value. */
export const undeclaredOf = ({ variants }: DeclaredFlag, values: readonly Json[]): Json[] =>
  variants === null ? [] : values.filter((value) => !has(variants, value))

export const servedValues = (document: FlagDocument): Json[] =>
  [...servedVariants(document)].flatMap((key) =>
    // A missing variant makes the engine return the caller's default.
    Object.hasOwn(document.variants, key) ? [document.variants[key] as Json] : [],
  )

// An application that sends an object also sends its fields. The targeting key is always sent.
const isAttributeSent = (attributes: readonly string[], name: string): boolean =>
  name === 'targetingKey' || attributes.some((sent) => sent === name || name.startsWith(`${sent}.`))
