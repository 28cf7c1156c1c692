/** The texts of a message with a link: `{seller}` is the sender, `{amount}` the money, if any. */
interface LinkTexts {
  readonly subject: string;
  readonly before: string;
}

/** The messages in one language, and what stands below the link in each. */
interface MailTexts {
  readonly pay: LinkTexts;
  readonly receive: LinkTexts;
  readonly save: LinkTexts;
  readonly after: string;
}

const en: MailTexts = {
  pay: {
    subject: 'Your payment of {amount} to {seller}',
    before: '{seller} asks you to pay {amount}. Pay here:',
  },
  receive: {
    subject: 'Your payout of {amount} from {seller}',
    before: '{seller} has {amount} for you. Choose here where the money goes:',
  },
  save: {
    subject: 'Save your payment details with {seller}',
    before: '{seller} asks you to save a card or bank account. Enter it here:',
  },
  after: 'If you do not expect this, ignore this message: nothing is charged without you.',
};

/** The messages, by the languages that customers' pages are written in. */
export const linkMailTexts: Readonly<Record<string, MailTexts>> = {
  en,
  de: {
    pay: {
      subject: 'Ihre Zahlung von {amount} an {seller}',
      before: '{seller} bittet Sie um die Zahlung von {amount}. Hier können Sie bezahlen:',
    },
    receive: {
      subject: 'Ihre Auszahlung von {amount} von {seller}',
      before: '{seller} möchte Ihnen {amount} senden. Wählen Sie hier, wohin das Geld gehen soll:',
    },
    save: {
      subject: 'Ihre Zahlungsdaten bei {seller} hinterlegen',
      before:
        '{seller} bittet Sie, eine Karte oder ein Bankkonto zu hinterlegen. Hier können Sie die Daten eingeben:',
    },
    after:
      'Wenn Sie diese Nachricht nicht erwarten, können Sie sie ignorieren: Ohne Sie wird nichts abgebucht.',
  },
  fr: {
    pay: {
      subject: 'Votre paiement de {amount} à {seller}',
      before: '{seller} vous demande de payer {amount}. Payez ici :',
    },
    receive: {
      subject: 'Votre versement de {amount} de {seller}',
      before: '{seller} souhaite vous verser {amount}. Choisissez ici où envoyer l’argent :',
    },
    save: {
      subject: 'Enregistrez vos coordonnées de paiement auprès de {seller}',
      before:
        '{seller} vous demande d’enregistrer une carte ou un compte bancaire. Saisissez vos coordonnées ici :',
    },
    after: 'Si vous n’attendez pas ce message, ignorez-le : rien n’est débité sans vous.',
  },
  es: {
    pay: {
      subject: 'Su pago de {amount} a {seller}',
      before: '{seller} le pide que pague {amount}. Pague aquí:',
    },
    receive: {
      subject: 'Su cobro de {amount} de {seller}',
      before: '{seller} quiere enviarle {amount}. Elija aquí adónde enviar el dinero:',
    },
    save: {
      subject: 'Guarde sus datos de pago en {seller}',
      before: '{seller} le pide que guarde una tarjeta o una cuenta bancaria. Introduzca los datos aquí:',
    },
    after: 'Si no esperaba este mensaje, ignórelo: no se cobra nada sin usted.',
  },
  it: {
    pay: {
      subject: 'Il Suo pagamento di {amount} a {seller}',
      before: '{seller} Le chiede di pagare {amount}. Paghi qui:',
    },
    receive: {
      subject: 'Il Suo accredito di {amount} da {seller}',
      before: '{seller} desidera inviarLe {amount}. Scelga qui dove inviare il denaro:',
    },
    save: {
      subject: 'Salvi i Suoi dati di pagamento presso {seller}',
      before: '{seller} Le chiede di salvare una carta o un conto bancario. Inserisca qui i dati:',
    },
    after: 'Se non aspettava questo messaggio, lo ignori: nulla viene addebitato senza di Lei.',
  },
  nl: {
    pay: {
      subject: 'Uw betaling van {amount} aan {seller}',
      before: '{seller} vraagt u {amount} te betalen. Betaal hier:',
    },
    receive: {
      subject: 'Uw uitbetaling van {amount} van {seller}',
      before: '{seller} wil u {amount} sturen. Kies hier waar het geld naartoe gaat:',
    },
    save: {
      subject: 'Sla uw betaalgegevens op bij {seller}',
      before: '{seller} vraagt u een kaart of bankrekening op te slaan. Vul de gegevens hier in:',
    },
    after: 'Verwacht u dit bericht niet, negeer het dan: zonder u wordt er niets afgeschreven.',
  },
  pt: {
    pay: {
      subject: 'Seu pagamento de {amount} a {seller}',
      before: '{seller} pede que você pague {amount}. Pague aqui:',
    },
    receive: {
      subject: 'Seu recebimento de {amount} de {seller}',
      before: '{seller} quer enviar {amount} a você. Escolha aqui para onde enviar o dinheiro:',
    },
    save: {
      subject: 'Salve seus dados de pagamento com {seller}',
      before: '{seller} pede que você salve um cartão ou uma conta bancária. Informe os dados aqui:',
    },
    after: 'Se você não esperava esta mensagem, ignore-a: nada é cobrado sem você.',
  },
  pl: {
    pay: {
      subject: 'Twoja płatność {amount} dla {seller}',
      before: '{seller} prosi o zapłatę {amount}. Zapłać tutaj:',
    },
    receive: {
      subject: 'Twoja wypłata {amount} od {seller}',
      before: '{seller} chce przesłać Ci {amount}. Wybierz tutaj, dokąd wysłać pieniądze:',
    },
    save: {
      subject: 'Zapisz swoje dane płatnicze w {seller}',
      before: '{seller} prosi o zapisanie karty lub konta bankowego. Podaj dane tutaj:',
    },
    after: 'Jeśli nie oczekujesz tej wiadomości, zignoruj ją: bez Twojego udziału nic nie zostanie pobrane.',
  },
  sv: {
    pay: {
      subject: 'Din betalning på {amount} till {seller}',
      before: '{seller} ber dig betala {amount}. Betala här:',
    },
    receive: {
      subject: 'Din utbetalning på {amount} från {seller}',
      before: '{seller} vill skicka {amount} till dig. Välj här vart pengarna ska gå:',
    },
    save: {
      subject: 'Spara dina betalningsuppgifter hos {seller}',
      before: '{seller} ber dig spara ett kort eller ett bankkonto. Ange uppgifterna här:',
    },
    after: 'Om du inte väntar dig det här meddelandet kan du bortse från det: inget dras utan dig.',
  },
  ja: {
    pay: {
      subject: '{seller}への{amount}のお支払い',
      before: '{seller}より{amount}のお支払いのお願いです。こちらからお支払いください:',
    },
    receive: {
      subject: '{seller}からの{amount}のお受け取り',
      before: '{seller}より{amount}をお送りします。こちらで受取先をお選びください:',
    },
    save: {
      subject: '{seller}へのお支払い情報のご登録',
      before: '{seller}より、カードまたは銀行口座のご登録をお願いしております。こちらでご入力ください:',
    },
    after:
      'お心当たりがない場合は、このメールを無視してください。お客様の操作なしに請求されることはありません。',
  },
  zh: {
    pay: { subject: '向{seller}支付{amount}', before: '{seller}请您支付{amount}。请在此付款:' },
    receive: {
      subject: '来自{seller}的{amount}款项',
      before: '{seller}将向您支付{amount}。请在此选择收款方式:',
    },
    save: {
      subject: '在{seller}保存您的付款信息',
      before: '{seller}请您保存银行卡或银行账户。请在此填写:',
    },
    after: '如果您并未预期收到此邮件,请忽略:未经您操作,不会扣款。',
  },
  hi: {
    pay: {
      subject: '{seller} को {amount} का आपका भुगतान',
      before: '{seller} आपसे {amount} का भुगतान करने का अनुरोध करता है। यहाँ भुगतान करें:',
    },
    receive: {
      subject: '{seller} से {amount} की आपकी राशि',
      before: '{seller} आपको {amount} भेजना चाहता है। यहाँ चुनें कि राशि कहाँ जाए:',
    },
    save: {
      subject: '{seller} के पास अपनी भुगतान जानकारी सहेजें',
      before: '{seller} आपसे कार्ड या बैंक खाता सहेजने का अनुरोध करता है। यहाँ दर्ज करें:',
    },
    after: 'यदि आपको इस संदेश की अपेक्षा नहीं थी, तो इसे अनदेखा करें: आपके बिना कुछ भी नहीं लिया जाता।',
  },
  ar: {
    pay: {
      subject: 'دفعتك بقيمة {amount} إلى {seller}',
      before: 'يطلب منك {seller} دفع {amount}. ادفع هنا:',
    },
    receive: {
      subject: 'المبلغ {amount} المرسل إليك من {seller}',
      before: 'يريد {seller} إرسال {amount} إليك. اختر هنا وجهة المال:',
    },
    save: {
      subject: 'حفظ بيانات الدفع الخاصة بك لدى {seller}',
      before: 'يطلب منك {seller} حفظ بطاقة أو حساب مصرفي. أدخل البيانات هنا:',
    },
    after: 'إذا لم تكن تتوقع هذه الرسالة فتجاهلها: لن يُخصم أي مبلغ من دونك.',
  },
  he: {
    pay: {
      subject: 'התשלום שלך בסך {amount} אל {seller}',
      before: '{seller} מבקש ממך לשלם {amount}. לתשלום:',
    },
    receive: {
      subject: 'סכום של {amount} עבורך מאת {seller}',
      before: '{seller} מבקש לשלוח לך {amount}. בחירת היעד לכסף:',
    },
    save: {
      subject: 'שמירת פרטי התשלום שלך אצל {seller}',
      before: '{seller} מבקש ממך לשמור כרטיס או חשבון בנק. הזנת הפרטים כאן:',
    },
    after: 'אם לא ציפית להודעה הזאת, אפשר להתעלם ממנה: דבר לא יחויב בלעדיך.',
  },
};

/** The texts of a language tag such as `de-AT` or `pt_BR`; English where there are none. */
export function linkTextsFor(tag: string | null | undefined): MailTexts & { readonly language: string } {
  const [primary = ''] = (tag ?? '').trim().toLowerCase().split(/[-_]/, 1);
  const code = primary === 'iw' ? 'he' : primary;
  return Object.hasOwn(linkMailTexts, code)
    ? { ...linkMailTexts[code]!, language: code }
    : { ...en, language: 'en' };
}
