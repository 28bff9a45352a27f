import type { Apart } from '../../apart/apart.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import type { Vault } from '../../kernel/vault.ts'

/** What reading an upload needs besides: the thread apart, and the vault that seals it. */
export type ImportCtx = ProjectCtx & { readonly apart: Pick<Apart, 'preview'>; readonly vault: Vault }
