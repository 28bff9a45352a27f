import type { ReactNode } from 'react'
import type { CreatedSdkKey } from '../../../../../shared/features/access/schemas/sdk-key.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import classes from './connect.module.css'

/** Settings for GrowthBook’s SDKs with an encrypted payload. Collapsed, because few users need them. */
export function EncryptedConnection(props: { connection: NonNullable<CreatedSdkKey['growthBook']> }): ReactNode {
  const { clientKey, decryptionKey } = props.connection
  return (
    <details className={classes['encrypted']}>
      <summary>Encrypted payload for GrowthBook SDKs</summary>
      <p>Use these instead of the server key, with no header. The decryption key is shown only once.</p>
      <p>
        <code>clientKey: {clientKey}</code> <CopyButton text={clientKey} label="Copy client key" size="compact-sm" />
      </p>
      <p>
        <code>decryptionKey: {decryptionKey}</code>{' '}
        <CopyButton text={decryptionKey} label="Copy decryption key" size="compact-sm" />
      </p>
    </details>
  )
}
