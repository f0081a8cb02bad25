/** How it ended when the gateway took up a wave that was left unread. */
export type WaveEnding = 'read' | 'interrupted' | 'refused' | 'failed' | 'given_up';
