import { safeText } from '../text/safe-text.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Untrusted text as HTML or SVG shows it, between tags and within quoted attributes. Control characters are shown, not kept. */
export const escapedHtml = (text: string): string =>
  safeText(text, 'text').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
