/**
 * Writes a text to the clipboard. Browsers provide no clipboard API on pages without TLS, so those use the `copy`
 * command. Throws if the browser forbids both.
 */
export const copyText = async (text: string): Promise<void> => {
  if (globalThis.isSecureContext) return navigator.clipboard.writeText(text)
  const asked = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', asked, { once: true })
  try {
    // Deprecated, but the only way without navigator.clipboard.
    if (!document.execCommand('copy')) throw new Error('the browser refused to copy')
  } finally {
    document.removeEventListener('copy', asked)
  }
}
