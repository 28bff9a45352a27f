import type { ImportRun, ListedImportItem } from '../../../../../shared/features/imports/schemas/import.ts'

type Subject = Pick<ListedImportItem, 'kind' | 'key'>

/** The user’s deviations from the proposed selection, by subject. */
export type Choice = { readonly leaveOut: ReadonlyMap<string, Subject>; readonly replace: ReadonlyMap<string, Subject> }

export const noChoice: Choice = { leaveOut: new Map(), replace: new Map() }

const placeOf = ({ kind, key }: Subject) => `${kind}/${key}`

const isImported = ({ verdict, status }: ListedImportItem) =>
  verdict !== 'left-out' && (status === 'new' || status === 'update')
const couldReplace = ({ verdict, status }: ListedImportItem) =>
  verdict !== 'left-out' && (status === 'clash' || status === 'taken-over')

export const canChoose = (item: ListedImportItem): boolean => isImported(item) || couldReplace(item)

export const isChosen = (choice: Choice, item: ListedImportItem): boolean =>
  isImported(item) ? !choice.leaveOut.has(placeOf(item)) : choice.replace.has(placeOf(item))

export const toggled = (choice: Choice, item: ListedImportItem): Choice => {
  const [side, other] = isImported(item) ? (['leaveOut', 'replace'] as const) : (['replace', 'leaveOut'] as const)
  const turned = new Map(choice[side])
  const place = placeOf(item)
  if (turned.has(place)) turned.delete(place)
  else turned.set(place, { kind: item.kind, key: item.key })
  // Safe cast: both fields are set.
  return { [side]: turned, [other]: choice[other] } as unknown as Choice
}

/** Number of items that this selection would import. */
export const countSelectedItems = (
  ready: ImportRun['ready'],
  { leaveOut, replace }: Choice,
): { flags: number; segments: number } => {
  const count = (subjects: ReadonlyMap<string, Subject>, kind: Subject['kind']) =>
    [...subjects.values()].filter((one) => one.kind === kind).length
  return {
    flags: (ready?.flags ?? 0) - count(leaveOut, 'flag') + count(replace, 'flag'),
    segments: (ready?.segments ?? 0) - count(leaveOut, 'segment') + count(replace, 'segment'),
  }
}
