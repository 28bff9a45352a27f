import { idTokenPurpose } from '../auth/sso/providers.ts'
import { guardSecretPurpose } from '../domain/guards/guard-sources.ts'
import { purposeOf as bundlePurpose } from '../domain/imports/read-run.ts'
import { oneTimeCodePurpose } from '../domain/second-factor/prove-second-factor.ts'
import { sourcePurpose } from '../domain/sources/open-source.ts'
import { clientSecretPurpose } from '../domain/sso/providers.ts'
import { measurePurpose } from '../domain/telemetry/measured.ts'
import { webhookSecretPurpose } from '../domain/webhooks/signature.ts'
import type { SealedColumn } from '../kernel/reseal.ts'

/** All of them. A test compares this list with the places that seal. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'guard_source', column: 'sealed', purpose: () => guardSecretPurpose },
  { table: 'identity_provider', column: 'client_secret', purpose: () => clientSecretPurpose },
  { table: 'import_run', column: 'bundle', namedBy: 'id', purpose: bundlePurpose, isBytes: true },
  { table: 'measure_key', column: 'sealed', namedBy: 'environment_id', purpose: measurePurpose },
  { table: 'one_time_code', column: 'secret', purpose: () => oneTimeCodePurpose },
  { table: 'session', column: 'id_token', purpose: () => idTokenPurpose },
  { table: 'source', column: 'sealed', namedBy: 'key', purpose: sourcePurpose },
  { table: 'webhook', column: 'secret', purpose: () => webhookSecretPurpose },
]
