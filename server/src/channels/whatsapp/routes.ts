/** The specification's own calls, and the page of the sign-up. */
import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { readForm } from "../../http/form.ts";
import { viewChannel } from "../accounts/rows.ts";
import { listNumbers } from "./phone-numbers.ts";
import { editProfile, getProfile } from "./profile.ts";
import { connectSignedUp, exchangeCode, signupSettings } from "./signup.ts";
import { signupPage } from "./signup-page.ts";
import { submitTemplate } from "./submit-template.ts";
import { toggleWebhook } from "./webhook-switch.ts";

/** The provider accepts no larger picture. */
const pictureBytes = 5 * 2 ** 20;

export function whatsappRoutes(app: App, context: Context): void {
  route(app, calls.listWhatsappNumbers, (request) => listNumbers(context, request.caller));

  route(app, calls.getWhatsappProfile, (request) => getProfile(context, request.caller, request.params.id));

  route(
    app,
    calls.editWhatsappProfile,
    async (request, reply) => {
      const options = { fileSize: pictureBytes, as: "profilePicture", optional: true } as const;
      const { fields, file } = await readForm(request, reply, calls.editWhatsappProfile.form, options);
      const { profileId, ...edit } = fields;
      const picture = file && { content: await file.read(), name: file.name };
      await editProfile(context, request.caller, profileId, edit, picture);
      return {};
    },
    { bodyMemory: pictureBytes },
  );

  route(app, calls.toggleWhatsappWebhook, async (request) => ({
    webhook_status: await toggleWebhook(context, request.caller, request.body.phoneNumberId),
  }));

  route(app, calls.submitWhatsappTemplate, (request) =>
    submitTemplate(context, request.caller, request.body),
  );

  route(app, calls.getWhatsappSignup, async (request) => {
    await request.work(async () => undefined);
    return signupSettings(context);
  });

  route(app, calls.setupWhatsapp, async (request) => {
    await exchangeCode(context, request.caller, request.body.token);
    return { status: "ok" as const };
  });

  route(app, calls.setupWhatsappWebhook, async (request) => {
    const channelId = await connectSignedUp(context, request.caller, request.body.business_data);
    return inCompany(context, request.caller, (scope) => viewChannel(scope, channelId));
  });

  signupPage(app, context);
}
