import type { Ctx } from '../kernel/ctx.ts'

/** The context of what the installation does by itself. */
export const systemCtx = ({ db, now, newId, newSecret, log }: Omit<Ctx, 'actor' | 'origin'>): Ctx => ({
  db,
  now,
  newId,
  newSecret,
  log,
  actor: { kind: 'system', id: null, name: 'Fanion' },
  origin: { requestId: '', address: '', userAgent: 'fanion' },
})
