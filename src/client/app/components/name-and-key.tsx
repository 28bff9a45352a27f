import { Anchor, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { keyFromName } from './key-from-name.ts'
import classes from './name-and-key.module.css'

export type NameAndKeyValue = { name: string; key: string }

/** Fields for a name and a key. The key follows the name until it is edited. */
export function NameAndKey(props: {
  value: NameAndKeyValue
  onChange: (value: NameAndKeyValue) => void
  placeholder: string
  maxKeyLength: number
  nameError?: string | undefined
  keyError?: string | undefined
}): ReactNode {
  const { value, onChange, placeholder, maxKeyLength, nameError, keyError } = props
  // A given key does not follow the name.
  const [own, setOwn] = useState(value.key !== '')
  const rename = (name: string) => onChange({ name, key: own ? value.key : keyFromName(name, maxKeyLength) })
  const rekey = (key: string) => {
    setOwn(true)
    onChange({ ...value, key })
  }
  return (
    <div className={classes['pair']}>
      <TextInput
        label="Name"
        placeholder={placeholder}
        value={value.name}
        onChange={(event) => rename(event.currentTarget.value)}
        error={nameError}
        autoFocus
        data-autofocus
        autoComplete="off"
      />
      {own || keyError ? (
        <TextInput
          label="Key"
          description="Used in code. It can’t be changed."
          value={value.key}
          onChange={(event) => rekey(event.currentTarget.value)}
          error={keyError}
          autoComplete="off"
          spellCheck={false}
        />
      ) : (
        <p className={classes['derived']}>
          Key <code>{value.key || '…'}</code>{' '}
          <Anchor component="button" type="button" fz="xs" onClick={() => setOwn(true)}>
            Change key
          </Anchor>
        </p>
      )}
    </div>
  )
}
