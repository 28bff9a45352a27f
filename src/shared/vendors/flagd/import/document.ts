import { type Fields, isFields, listed, maxCharacteristicFields, textOf } from '../../importing/assembly.ts'

const isDocument = (value: unknown): value is Fields =>
  isFields(value) &&
  isFields(value['flags']) &&
  maxCharacteristicFields(value['flags'], ['state', 'variants', 'defaultVariant', 'targeting']) >= 2 &&
  maxCharacteristicFields(value['flags'], ['variations', 'fallthrough', 'offVariation']) === 0

const isResource = (value: unknown): value is Fields =>
  isFields(value) && textOf(value['apiVersion']) !== undefined && textOf(value['kind']) !== undefined

const nameOf = ({ kind, metadata }: Fields): string =>
  `${String(kind)} ${(isFields(metadata) ? textOf(metadata['name']) : undefined) ?? ''}`.trim()

/** The field is `flagSpec` since v1beta1, `featureFlagSpec` in v1alpha2, and a JSON string in v1alpha1. */
const specOf = ({ spec }: Fields): unknown => {
  const { flagSpec, featureFlagSpec }: Fields = isFields(spec) ? spec : {}
  const held = flagSpec ?? featureFlagSpec
  if (typeof held !== 'string') return held
  try {
    return JSON.parse(held)
  } catch {
    return undefined
  }
}

/** The resources of a manifest, which can contain several documents and lists of resources. */
const resourcesIn = (value: unknown): Fields[] => {
  if (Array.isArray(value)) return value.flatMap(resourcesIn)
  if (!isResource(value)) return []
  return value['kind'] === 'List' ? listed(value['items']).flatMap(resourcesIn) : [value]
}

type Found = {
  readonly document: Fields
  /** Kubernetes resources in the same file that contain no flags, by kind and name. */
  readonly others: readonly string[]
}

/** The flags of a flagd file: the document itself, or the merged resources of a Kubernetes manifest. */
export const documentIn = (value: unknown): Found | null => {
  if (isDocument(value)) return { document: value, others: [] }
  const resources = resourcesIn(value)
  const documents = resources.map(specOf).filter(isDocument)
  if (documents.length === 0) return null
  const merged = (name: string): Fields =>
    Object.assign({}, ...documents.map((one) => (isFields(one[name]) ? one[name] : {}))) as Fields
  const [only] = documents
  return {
    document:
      documents.length === 1 && only !== undefined
        ? only
        : { flags: merged('flags'), $evaluators: merged('$evaluators') },
    others: resources.filter((one) => !isDocument(specOf(one))).map(nameOf),
  }
}
