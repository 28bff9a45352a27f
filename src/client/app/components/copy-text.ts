/**
 * Puts a text into the clipboard. Browsers give pages served without TLS no clipboard of their own: there the text is
 * selected and copied as a person would. Throws where the browser forbids both.
 */
export const copyText = async (text: string): Promise<void> => {
  if (globalThis.isSecureContext) return navigator.clipboard.writeText(text)
  const asked = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', asked, { once: true })
  try {
    // Deprecated, and the only way where there is no navigator.clipboard.
    if (!document.execCommand('copy')) throw new Error('the browser refused to copy')
  } finally {
    document.removeEventListener('copy', asked)
  }
}
