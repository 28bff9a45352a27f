import type { LetterChoice, Letters } from '../../../shared/features/notifications/schemas/letter.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type LinkCtx } from '../../platform/kernel/ctx.ts'
import { signedIn } from '../../platform/kernel/permit.ts'
import { getPerson } from '../access/accounts/get-person.ts'
import { choiceOf, putChoice } from './queries.ts'

/** Returns which emails the caller receives. All by default. */
export async function readLetters(ctx: LinkCtx): Promise<Letters> {
  const { id } = signedIn(ctx.actor)
  return { sends: ctx.mail !== null, ramps: (await choiceOf(ctx.db, id)) ?? 'all' }
}

export async function chooseLetters(ctx: LinkCtx, input: { ramps: LetterChoice }): Promise<Letters> {
  const { id } = signedIn(ctx.actor)
  return inTransaction(ctx, async (tx) => {
    const person = await getPerson(tx.db, id)
    const [before, after] = [{ ramps: (await choiceOf(tx.db, id)) ?? 'all' }, { ramps: input.ramps }]
    await putChoice(tx.db, id, input.ramps)
    await audit(tx, { action: 'account.choose-letters', subject: person.email, before, after })
    return { sends: ctx.mail !== null, ramps: input.ramps }
  })
}
