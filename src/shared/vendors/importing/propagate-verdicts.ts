import type { ImportItem } from '../../features/imports/schemas/import.ts'
import type { PreviewedItem } from './previewed-item.ts'
import { worse } from './verdict.ts'

/**
 * Propagates verdicts to dependents: they are left out if a dependency is left out, and changed if a dependency changes
 * values.
 */
export const propagateVerdicts = (items: readonly PreviewedItem[]): void => {
  spread(items, ({ item }) => item.verdict === 'left-out', leaveOut)
  spread(items, ({ moves }) => moves, change)
}

/** Propagates a property from items to their dependents. */
const spread = (
  items: readonly PreviewedItem[],
  isSo: (one: PreviewedItem) => boolean,
  make: (user: PreviewedItem, needed: ImportItem) => void,
): void => {
  const users = new Map<string, PreviewedItem[]>()
  for (const one of items) {
    for (const { kind, key } of one.item.needs) {
      const known = users.get(`${kind}/${key}`)
      if (known === undefined) users.set(`${kind}/${key}`, [one])
      else known.push(one)
    }
  }
  const found = items.filter(isSo)
  // The array grows during iteration, and its iterator also visits new elements.
  for (const { item } of found) {
    for (const user of users.get(`${item.kind}/${item.key}`) ?? []) {
      if (isSo(user)) continue
      make(user, item)
      found.push(user)
    }
  }
}

const leaveOut = (user: PreviewedItem, { kind, name }: ImportItem): void => {
  user.item.verdict = 'left-out'
  user.item.why = [`It needs ${kind} ${name}, which is left out.`, ...user.item.why]
}

const change = (user: PreviewedItem, { kind, name, why: [first = ''] }: ImportItem): void => {
  user.moves = true
  user.item.verdict = worse(user.item.verdict, 'changed')
  user.item.why = [`It needs ${kind} ${name}: ${first}`, ...user.item.why]
}
