import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

/** Copies a text and confirms for two seconds. If the browser forbids copying, the text can be selected manually. */
export function CopyButton(props: ButtonProps & { text: string; label: string; onCopied?: () => void }): ReactNode {
  const { text, label, onCopied, ...button } = props
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2_000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await copyText(text)
      setState('copied')
      onCopied?.()
    } catch {
      setState('refused')
    }
  }
  const words = { idle: label, copied: 'Copied', refused: 'Select the text and copy it manually' }
  return (
    <>
      <Button
        variant="default"
        leftSection={state === 'copied' ? <IconCheck size={14} /> : <IconCopy size={14} />}
        {...button}
        onClick={() => void copy()}
      >
        {words[state]}
      </Button>
      <VisuallyHidden role="status">{state === 'idle' ? '' : words[state]}</VisuallyHidden>
    </>
  )
}
