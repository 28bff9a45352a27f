import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { type ChangeAct, changeActs, changeStateText } from '../../../shared/features/changes/schemas/change-acts.ts'
import { allows, permissions } from '../../../shared/permissions.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import type { LoadedChange } from './load-change.ts'

/**
 * Rejects an action that the caller cannot perform on this change in its current state. `auth/forbidden` names the
 * permission and its environment. `change/wrong-state` and `change/conflicted` name the state, the possible actions and
 * who can perform them.
 */
export function authorize(ctx: ProjectCtx, change: LoadedChange, act: ChangeAct): void {
  requireRight(ctx, change, act)
  requireUser(ctx, change, act)
  requireState(change, act)
}

function requireRight(ctx: ProjectCtx, { environments }: LoadedChange, act: ChangeAct): void {
  const { permission, protectedPermission, where } = changeActs[act]
  if (where === 'project') return requirePermission(ctx.project.role, permission, ctx.project.name)
  const needed = (environment: LoadedChange['environments'][number]) =>
    environment.protected ? protectedPermission : permission
  if (where === 'somewhere' && environments.some((one) => allows(one.role, needed(one)))) return
  for (const one of environments) requirePermission(one.role, needed(one), `${ctx.project.name}, ${one.name}`)
}

function requireUser({ actor, project }: ProjectCtx, { row, authors }: LoadedChange, act: ChangeAct): void {
  const { who, words } = changeActs[act]
  const person = personIdOf(actor)
  const mine = row.authorId !== null && person === row.authorId
  if (who === 'not the author' && person !== null && authors.has(person)) {
    throw new FanionError('change/own-approval', { change: row.number, author: row.authorName })
  }
  if (who === 'author or admin' && allows(project.role, 'project.edit')) return
  // if its author no longer exists, a change belongs to all members who may edit changes
  if ((who === 'author' || who === 'author or admin') && !mine && row.authorId !== null) {
    const others = who === 'author' ? '' : ' or an admin'
    const sentence = `Change ${row.number} can only be ${words} by ${row.authorName}${others}.`
    throw new FanionError('auth/forbidden', { change: row.number, author: row.authorName, who }, sentence)
  }
}

function requireState({ row }: LoadedChange, act: ChangeAct): void {
  const { from, words } = changeActs[act]
  if (from.some((state) => state === row.state)) return
  const possible = possibleFrom(row)
  const conflicted = row.state === 'conflicted'
  const from_ = possible.map(({ act, who }) => `${act} (${who})`).join(', ')
  throw new FanionError(
    conflicted ? 'change/conflicted' : 'change/wrong-state',
    { change: row.number, state: row.state, act, allowedFrom: from, possible },
    `Change ${row.number} is ${changeStateText[row.state]}, so it can’t be ${words}. Possible next steps: ${from_}.`,
  )
}

function possibleFrom({ state, authorName }: LoadedChange['row']): { act: ChangeAct; who: string }[] {
  return Object.entries(changeActs).flatMap(([act, row]) => {
    if (!row.from.some((from) => from === state)) return []
    const role = permissions[row.permission]
    const who = {
      author: authorName,
      'author or admin': `${authorName} or an admin`,
      'not the author': `any ${role} but ${authorName}`,
      anyone: `any ${role}`,
    }[row.who]
    // the keys of the table are acts
    return [{ act: act as ChangeAct, who }]
  })
}
