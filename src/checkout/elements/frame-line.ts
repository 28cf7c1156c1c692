import { type FrameAnswer, type FrameReport, type FrameRequest, isRequest } from './protocol.ts';

/** A frame's end of the line to the shop's page. */
export class FrameLine {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  report(report: FrameReport): void {
    this.#port.postMessage(report);
  }

  /**
   * Handles each request of the shop's page, in place of the former handler.
   *
   * @param problem The customer's message if a response fails.
   */
  serve(problem: string, answer: (request: FrameRequest) => Promise<FrameAnswer>): void {
    this.#port.onmessage = async ({ data }) => {
      if (!isRequest(data)) return;
      const failed = (error: unknown): FrameAnswer => ({
        kind: 'error',
        error: {
          type: 'api_error',
          code: 'internal_error',
          message: problem,
          service_message: String(error),
        },
      });
      this.report({ type: 'answer', id: data.id, answer: await answer(data).catch(failed) });
    };
  }

  /** Reports the height of the frame's content, whenever it changes. */
  reportHeight(shown: HTMLElement): void {
    new ResizeObserver(() => this.report({ type: 'height', height: shown.scrollHeight })).observe(shown);
  }
}
