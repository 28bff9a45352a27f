import type { LinkCtx } from '../../platform/kernel/ctx.ts'

/** Emails a member that a provider can now sign them in. Best effort: a failed email is logged. */
export function sendLinkedEmail(ctx: LinkCtx, to: string, providerName: string): void {
  const text = [
    `You can now sign in to your Fanion account at ${ctx.publicUrl()} with ${providerName}.`,
    'If this wasn’t you, ask an instance owner to remove the link and end your sessions.',
  ].join('\n\n')
  const sent = ctx.mail?.send({ to, subject: `Your Fanion account was linked to ${providerName}`, text })
  sent?.catch((error: unknown) => {
    ctx.log.error(
      { requestId: ctx.origin.requestId, error: String(error) },
      'the email about a new sign-in link failed',
    )
  })
}
