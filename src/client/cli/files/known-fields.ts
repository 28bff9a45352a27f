import type { z } from 'zod'
import {
  FiledAudience,
  FiledFlag,
  FiledRule,
  FiledSegment,
  FiledState,
} from '../../../shared/features/flag-files/schemas/filed.ts'
import { nearest } from '../../../shared/lint/near.ts'
import { Leaf } from '../../../shared/schemas/condition.ts'
import { Prerequisite } from '../../../shared/schemas/flag.ts'

type Path = readonly PropertyKey[]

const namesOf = (schema: z.ZodObject): string[] => Object.keys(schema.shape)

const conditionNames = ['all', 'any', 'not', 'segment', 'flag', 'in', ...namesOf(Leaf)]
const serveNames = ['variant', 'split', 'parts', 'point', 'from', 'to']

/** The fields allowed at a path of a file. */
function fieldsAt(path: Path, isFlag: boolean): readonly string[] {
  const [first, , third, at] = path
  if (path.length === 0) return namesOf(isFlag ? FiledFlag : FiledSegment)
  if (first !== 'environments') return []
  if (path.length === 2) return namesOf(isFlag ? FiledState : FiledAudience)
  if (path.length === 4 && third === 'rules' && typeof at === 'number') return namesOf(FiledRule)
  if (path.length === 4 && third === 'prerequisites') return namesOf(Prerequisite)
  return path.includes('when') ? conditionNames : serveNames
}

/** The suggestion for an unknown field: the nearest name, or all allowed names. */
export function inPlaceOf(field: string, path: Path, isFlag: boolean): string {
  const fields = fieldsAt(path, isFlag)
  const near = nearest(field, fields)
  if (near !== undefined) return `“${near}”`
  return fields.length === 0 ? 'no such field' : `one of ${fields.join(', ')}`
}
