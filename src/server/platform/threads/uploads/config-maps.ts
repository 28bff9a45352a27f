import { limits } from '../../../../shared/limits.ts'
import {
  type Fields,
  isFields,
  listed,
  Unreadable,
  type UploadedPart,
} from '../../../../shared/vendors/importing/assembly.ts'

const isConfigMap = (value: unknown): value is Fields =>
  isFields(value) && value['kind'] === 'ConfigMap' && typeof value['apiVersion'] === 'string' && isFields(value['data'])

/**
 * Returns the files inside a ConfigMap. Entries that are not data files, such as configuration of other programs, are
 * skipped.
 */
const filesIn = (name: string, { data }: Fields, parse: (name: string, text: string) => unknown): UploadedPart[] =>
  Object.entries(isFields(data) ? data : {})
    .slice(0, limits.importItems)
    .flatMap(([entry, text]): UploadedPart[] => {
      if (typeof text !== 'string') return []
      try {
        const value = parse(`${name}/${entry}`, text)
        return typeof value === 'object' && value !== null ? [{ name: `${name}/${entry}`, value }] : []
      } catch (error) {
        if (error instanceof Unreadable) return []
        throw error
      }
    })

/** Splits a file into parts: the files inside the Kubernetes ConfigMaps of a manifest, and the rest of it. */
export const configMapsIn = (part: UploadedPart, parse: (name: string, text: string) => unknown): UploadedPart[] => {
  const { name, value } = part
  const isList = isFields(value) && value['kind'] === 'List'
  const documents: readonly unknown[] = isList ? listed(value['items']) : Array.isArray(value) ? value : [value]
  const maps = documents.filter(isConfigMap)
  if (maps.length === 0) return [part]
  const files = maps.flatMap((map) => filesIn(name, map, parse))
  const rest = documents.filter((one) => !isConfigMap(one))
  if (files.length === 0) return [part]
  return rest.length === 0 ? files : [...files, { name, value: rest }]
}
