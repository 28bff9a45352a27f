/**
 * A column of answers: an environment as it is or as it was at an instant. In the address `production`,
 * `production@2026-11-20T12:00:00.000Z`.
 */
export type Column = { environment: string; at?: string | undefined }

const keyPattern = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

const readColumn = (text: string): Column | null => {
  const [environment = '', at] = text.split('@')
  if (!keyPattern.test(environment)) return null
  if (at === undefined) return { environment }
  return Number.isNaN(Date.parse(at)) ? null : { environment, at }
}

/** The columns an address names; what names none is passed over. */
export const readColumns = (text: string | undefined): Column[] =>
  (text ?? '').split(',').flatMap((part) => readColumn(part) ?? [])

export const writeColumn = ({ environment, at }: Column): string =>
  at === undefined ? environment : `${environment}@${at}`

/** Undefined for none, so that the address stays short. */
export const writeColumns = (columns: readonly Column[]): string | undefined =>
  columns.length === 0 ? undefined : columns.map(writeColumn).join(',')
