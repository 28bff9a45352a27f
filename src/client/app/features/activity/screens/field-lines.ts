import type { Json } from '../../../../../shared/schemas/keys.ts'
import { membershipText } from '../../../../../shared/text/audit/membership.ts'

type Fields = { [field: string]: Json }

/** Resolves a user id to a name. Undefined if the user has left. */
export type NameOf = (id: string) => string | undefined

const isRecord = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Labels of the settings that can change, in display order. Fields without a label are not shown. */
const labels: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  tags: 'tags',
  ownerId: 'owner',
  permanence: 'lifetime',
  expectedEnd: 'expected end',
  flagKeyPattern: 'pattern of flag keys',
  type: 'type',
  knownValues: 'known values',
  personal: 'personal data',
  colour: 'color',
  protected: 'protected',
  requiredApprovals: 'required approvals',
  sampling: 'sample contexts',
  moveLimitPer100k: 'limit of moves',
  environments: 'environments',
  allowedOrigins: 'allowed origins',
  query: 'filter',
  sort: 'order',
  url: 'URL',
  events: 'events',
  paused: 'paused',
  expiresAt: 'expires',
  kind: 'kind',
}

const words = (field: string, value: Json | undefined, nameOf: NameOf): string => {
  if (value === null || value === undefined || value === '') return 'none'
  if (field === 'ownerId') return typeof value === 'string' ? (nameOf(value) ?? 'a former member') : 'none'
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Lines that describe changed settings: `owner: Ada → Bob`, `tags: web → web, checkout`. */
export const fieldLines = (before: Json, after: Json, nameOf: NameOf): string[] => {
  if (!isRecord(after) || !isRecord(before)) return []
  return Object.entries(labels).flatMap(([field, label]) => {
    if (!Object.hasOwn(after, field)) return []
    const [was, is] = [words(field, before[field], nameOf), words(field, after[field], nameOf)]
    return was === is ? [] : [`${label}: ${was} → ${is}`]
  })
}

const listOf = (value: Json | undefined): string[] | null =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null

/** A member’s role before and after: `editor in staging, viewer elsewhere → admin`. */
export const membershipLine = (before: Json, after: Json): string | null => {
  const said = (value: Json) =>
    isRecord(value) && typeof value['role'] === 'string'
      ? membershipText({ role: value['role'], environments: listOf(value['environments']) })
      : null
  const [was, is] = [said(before), said(after)]
  if (is === null) return null
  return was === null ? `as ${is}` : `${was} → ${is}`
}

/** Environments of an event: those of its entries, or those recorded with it. */
export const placesOf = (after: Json): string[] => {
  if (!isRecord(after)) return []
  const noted = listOf(after['places']) ?? listOf(after['onIn'])
  if (noted !== null) return noted
  const { entries } = after
  const named = Array.isArray(entries)
    ? entries.flatMap((one) => (isRecord(one) && typeof one['environment'] === 'string' ? [one['environment']] : []))
    : []
  return [...new Set(named)]
}

/** Flags and segments that a change proposes to edit: `flag checkout, segment staff`. */
export const subjectsOf = (after: Json): string[] => {
  const entries = isRecord(after) ? after['entries'] : undefined
  if (!Array.isArray(entries)) return []
  const named = entries.flatMap((one) =>
    isRecord(one) && typeof one['kind'] === 'string' && typeof one['key'] === 'string'
      ? [`${one['kind']} ${one['key']}`]
      : [],
  )
  return [...new Set(named)]
}
