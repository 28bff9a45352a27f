import type { Ctx } from '../kernel/ctx.ts'

/** The context of the installation's own actions. */
export const systemCtx = ({ db, now, newId, newSecret, log }: Omit<Ctx, 'actor' | 'origin'>): Ctx => ({
  db,
  now,
  newId,
  newSecret,
  log,
  actor: { kind: 'system', id: null, name: 'Fanion' },
  origin: { requestId: '', address: '', userAgent: 'fanion' },
})
