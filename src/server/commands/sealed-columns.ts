import { oneTimeCodePurpose } from '../features/access/second-factor/prove-second-factor.ts'
import { clientSecretPurpose } from '../features/access/sso/providers.ts'
import { importBundlePurpose as bundlePurpose } from '../features/imports/read-run.ts'
import { guardSecretPurpose } from '../features/ramps/guards/guard-sources.ts'
import { sourcePurpose } from '../features/sources/open-warehouse.ts'
import { unitKeyPurpose } from '../features/usage/reportable-cache.ts'
import { webhookSecretPurpose } from '../features/webhooks/signature.ts'
import { idTokenPurpose } from '../platform/auth/sso/providers.ts'
import type { SealedColumn } from '../platform/kernel/reseal.ts'

/** All sealed columns. A test compares this list with the code that seals. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'guard_source', column: 'sealed', purpose: () => guardSecretPurpose },
  { table: 'identity_provider', column: 'client_secret', purpose: () => clientSecretPurpose },
  { table: 'import_run', column: 'bundle', namedBy: 'id', purpose: bundlePurpose, isBytes: true },
  { table: 'measure_key', column: 'sealed', namedBy: 'environment_id', purpose: unitKeyPurpose },
  { table: 'one_time_code', column: 'secret', purpose: () => oneTimeCodePurpose },
  { table: 'session', column: 'id_token', purpose: () => idTokenPurpose },
  { table: 'source', column: 'sealed', namedBy: 'key', purpose: sourcePurpose },
  { table: 'webhook', column: 'secret', purpose: () => webhookSecretPurpose },
]
