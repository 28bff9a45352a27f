import { Button, PasswordInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { encryptedIn } from '../../../../../shared/vendors/growthbook/import/encrypted.ts'
import { canDecrypt, decryptedParts, isDecryptionKey } from '../../../../api/decrypt.ts'
import classes from './imports.module.css'
import type { UploadParts } from './upload-files.ts'

/** Asks for the key of encrypted GrowthBook files and decrypts them in the page. The key never leaves it. */
export function DecryptFiles({
  parts,
  onRead,
}: {
  parts: UploadParts
  onRead: (parts: UploadParts) => void
}): ReactNode {
  const [problem, setProblem] = useState<string | null>(null)
  const names = Object.entries(parts).flatMap(([name, part]) => (encryptedIn(part) === null ? [] : [name]))
  const some = names.length < Object.keys(parts).length
  const open = async (text: string) => {
    const keys = text.split(/\s+/).filter((word) => word !== '')
    const wrong = keys.length === 0 || !keys.every(isDecryptionKey)
    if (wrong) return setProblem('Paste the decryption key that GrowthBook shows with the SDK connection.')
    const { parts: clear, locked } = await decryptedParts(parts, keys)
    if (locked.length > 0) return setProblem(`This key doesn’t open ${locked.join(', ')}.`)
    onRead(clear)
  }
  return (
    <form
      className={classes['locked']}
      aria-label="Encrypted files"
      onSubmit={(event) => {
        event.preventDefault()
        const text = new FormData(event.currentTarget).get('key')
        void open(typeof text === 'string' ? text : '')
      }}
    >
      <p className={classes['dialog']}>
        {names.length === 1
          ? `${names.join(', ')} is encrypted by GrowthBook.`
          : `${names.join(', ')} are encrypted by GrowthBook.`}
      </p>
      {canDecrypt() ? (
        <>
          <PasswordInput
            name="key"
            label="Decryption key"
            description="Used in this browser only. It isn’t sent or kept."
            autoComplete="off"
            error={problem}
            onChange={() => setProblem(null)}
          />
          <div className={classes['acts']}>
            {some ? (
              <Button variant="default" onClick={() => onRead(parts)}>
                Read without
              </Button>
            ) : null}
            <Button type="submit">Decrypt and read</Button>
          </div>
        </>
      ) : (
        <p className={classes['dialog']}>
          This browser decrypts only over HTTPS. In a terminal, set GROWTHBOOK_DECRYPTION_KEY and run fanion import.
        </p>
      )}
    </form>
  )
}
