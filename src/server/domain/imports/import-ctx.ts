import type { ProjectCtx } from '../../kernel/ctx.ts'
import type { Vault } from '../../kernel/vault.ts'
import type { UploadReader } from '../../threads/uploads/upload-reader.ts'

/** What reading an upload needs besides: the thread apart, and the vault that seals it. */
export type ImportCtx = ProjectCtx & { readonly uploads: Pick<UploadReader, 'preview'>; readonly vault: Vault }
