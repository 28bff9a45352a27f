/**
 * A column: an environment, now or at a past instant. In URLs, `production` or `production@2026-11-20T12:00:00.000Z`.
 */
export type Column = { environment: string; at?: string | undefined }

const keyPattern = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

const readColumn = (text: string): Column | null => {
  const [environment = '', at] = text.split('@')
  if (!keyPattern.test(environment)) return null
  if (at === undefined) return { environment }
  return Number.isNaN(Date.parse(at)) ? null : { environment, at }
}

/** Parses the columns of a URL. Invalid ones are ignored. */
export const readColumns = (text: string | undefined): Column[] =>
  (text ?? '').split(',').flatMap((part) => readColumn(part) ?? [])

export const writeColumn = ({ environment, at }: Column): string =>
  at === undefined ? environment : `${environment}@${at}`

/** Undefined for no columns, so that the URL stays short. */
export const writeColumns = (columns: readonly Column[]): string | undefined =>
  columns.length === 0 ? undefined : columns.map(writeColumn).join(',')
