/*
 * Made by tests/stat/reference.py with scipy 1.17.1, statsmodels 0.15.0, numpy 2.4.6, mpmath 1.4.1;
 * don't edit.
 */
struct reference {
	const char *name;
	size_t nin, nout;
	const double *in, *out;
};

static const double in_0[] = {0.0, 1.0, 0.95};
static const double out_0[] = {0.0, 0.7934506856227626};
static const double in_1[] = {0.0, 1.0, 0.9};
static const double out_1[] = {0.0, 0.730134051215946};
static const double in_2[] = {1.0, 1.0, 0.95};
static const double out_2[] = {0.20654931437723745, 1.0};
static const double in_3[] = {1.0, 1.0, 0.9};
static const double out_3[] = {0.269865948784054, 1.0};
static const double in_4[] = {0.0, 2.0, 0.95};
static const double out_4[] = {0.0, 0.6576197724933469};
static const double in_5[] = {0.0, 2.0, 0.9};
static const double out_5[] = {0.0, 0.5749693909936539};
static const double in_6[] = {1.0, 2.0, 0.95};
static const double out_6[] = {0.09453120573423074, 0.9054687942657693};
static const double in_7[] = {1.0, 2.0, 0.9};
static const double out_7[] = {0.1208663194222736, 0.8791336805777263};
static const double in_8[] = {2.0, 2.0, 0.95};
static const double out_8[] = {0.34238022750665303, 1.0};
static const double in_9[] = {2.0, 2.0, 0.9};
static const double out_9[] = {0.4250306090063462, 1.0};
static const double in_10[] = {0.0, 7.0, 0.95};
static const double out_10[] = {0.0, 0.35433043506668743};
static const double in_11[] = {0.0, 7.0, 0.9};
static const double out_11[] = {0.0, 0.27876269545254223};
static const double in_12[] = {1.0, 7.0, 0.95};
static const double out_12[] = {0.02567962434474355, 0.5131278292743189};
static const double in_13[] = {1.0, 7.0, 0.9};
static const double out_13[] = {0.03254380205478663, 0.45228669469702926};
static const double in_14[] = {2.0, 7.0, 0.95};
static const double out_14[] = {0.08221892400405678, 0.6410655481673808};
static const double in_15[] = {2.0, 7.0, 0.9};
static const double out_15[] = {0.09956584356228698, 0.5913324544888026};
static const double in_16[] = {3.0, 7.0, 0.95};
static const double out_16[] = {0.15821985525146975, 0.7495416354723428};
static const double in_17[] = {3.0, 7.0, 0.9};
static const double out_17[] = {0.186443190363956, 0.7105229089864071};
static const double in_18[] = {6.0, 7.0, 0.95};
static const double out_18[] = {0.4868721707256811, 0.9743203756552565};
static const double in_19[] = {6.0, 7.0, 0.9};
static const double out_19[] = {0.5477133053029708, 0.9674561979452134};
static const double in_20[] = {7.0, 7.0, 0.95};
static const double out_20[] = {0.6456695649333126, 1.0};
static const double in_21[] = {7.0, 7.0, 0.9};
static const double out_21[] = {0.7212373045474578, 1.0};
static const double in_22[] = {0.0, 10.0, 0.95};
static const double out_22[] = {0.0, 0.2775327998628892};
static const double in_23[] = {0.0, 10.0, 0.9};
static const double out_23[] = {0.0, 0.2129419700834071};
static const double in_24[] = {1.0, 10.0, 0.95};
static const double out_24[] = {0.017876213095072896, 0.4041500267952385};
static const double in_25[] = {1.0, 10.0, 0.9};
static const double out_25[] = {0.02263490873086718, 0.34771866733585843};
static const double in_26[] = {3.0, 10.0, 0.95};
static const double out_26[] = {0.10779126740630099, 0.6032218525388546};
static const double in_27[] = {3.0, 10.0, 0.9};
static const double out_27[] = {0.12687658390319784, 0.558300204130165};
static const double in_28[] = {5.0, 10.0, 0.95};
static const double out_28[] = {0.236593090512564, 0.7634069094874361};
static const double in_29[] = {5.0, 10.0, 0.9};
static const double out_29[] = {0.26927182113826714, 0.7307281788617328};
static const double in_30[] = {9.0, 10.0, 0.95};
static const double out_30[] = {0.5958499732047615, 0.9821237869049271};
static const double in_31[] = {9.0, 10.0, 0.9};
static const double out_31[] = {0.6522813326641415, 0.9773650912691327};
static const double in_32[] = {10.0, 10.0, 0.95};
static const double out_32[] = {0.7224672001371107, 1.0};
static const double in_33[] = {10.0, 10.0, 0.9};
static const double out_33[] = {0.7870580299165928, 1.0};
static const double in_34[] = {0.0, 50.0, 0.95};
static const double out_34[] = {0.0, 0.07134759913335872};
static const double in_35[] = {0.0, 50.0, 0.9};
static const double out_35[] = {0.0, 0.051333185786270163};
static const double in_36[] = {1.0, 50.0, 0.95};
static const double out_36[] = {0.003539259271646236, 0.10495443589637815};
static const double in_37[] = {1.0, 50.0, 0.9};
static const double out_37[] = {0.00447456410650985, 0.08480529424830949};
static const double in_38[] = {16.0, 50.0, 0.95};
static const double out_38[] = {0.20758216260656845, 0.45810297308144077};
static const double in_39[] = {16.0, 50.0, 0.9};
static const double out_39[] = {0.22314813428180558, 0.43533181260125164};
static const double in_40[] = {25.0, 50.0, 0.95};
static const double out_40[] = {0.3664451431682858, 0.6335548568317142};
static const double in_41[] = {25.0, 50.0, 0.9};
static const double out_41[] = {0.38671585968650535, 0.6132841403134947};
static const double in_42[] = {49.0, 50.0, 0.95};
static const double out_42[] = {0.8950455641036219, 0.9964607407283539};
static const double in_43[] = {49.0, 50.0, 0.9};
static const double out_43[] = {0.9151947057516905, 0.9955254358934902};
static const double in_44[] = {50.0, 50.0, 0.95};
static const double out_44[] = {0.9286524008666414, 1.0};
static const double in_45[] = {50.0, 50.0, 0.9};
static const double out_45[] = {0.9486668142137298, 1.0};
static const double in_46[] = {0.0, 164.0, 0.95};
static const double out_46[] = {0.0, 0.022887425119427582};
static const double in_47[] = {0.0, 164.0, 0.9};
static const double out_47[] = {0.0, 0.016229475025468617};
static const double in_48[] = {1.0, 164.0, 0.95};
static const double out_48[] = {0.0010771813904626622, 0.03372625073970362};
static const double in_49[] = {1.0, 164.0, 0.9};
static const double out_49[] = {0.0013614959238301902, 0.026865180625718077};
static const double in_50[] = {54.0, 164.0, 0.95};
static const double out_50[] = {0.26197215963976533, 0.40437964405955135};
static const double in_51[] = {54.0, 164.0, 0.9};
static const double out_51[] = {0.27210614543961226, 0.39197221188615755};
static const double in_52[] = {82.0, 164.0, 0.95};
static const double out_52[] = {0.424357047388029, 0.5756429526119711};
static const double in_53[] = {82.0, 164.0, 0.9};
static const double out_53[] = {0.43630252158548855, 0.5636974784145115};
static const double in_54[] = {163.0, 164.0, 0.95};
static const double out_54[] = {0.9662737492602963, 0.9989228186095372};
static const double in_55[] = {163.0, 164.0, 0.9};
static const double out_55[] = {0.9731348193742819, 0.9986385040761698};
static const double in_56[] = {164.0, 164.0, 0.95};
static const double out_56[] = {0.9771125748805723, 1.0};
static const double in_57[] = {164.0, 164.0, 0.9};
static const double out_57[] = {0.9837705249745314, 1.0};
static const double in_58[] = {0.0, 500.0, 0.95};
static const double out_58[] = {0.0, 0.007624340461552241};
static const double in_59[] = {0.0, 500.0, 0.9};
static const double out_59[] = {0.0, 0.005381964629841946};
static const double in_60[] = {1.0, 500.0, 0.95};
static const double out_60[] = {0.00035313639455927456, 0.011240706705146758};
static const double in_61[] = {1.0, 500.0, 0.9};
static const double out_61[] = {0.00044631097099084947, 0.00891412580033173};
static const double in_62[] = {166.0, 500.0, 0.95};
static const double out_62[] = {0.2921404418575132, 0.3744213365375685};
static const double in_63[] = {166.0, 500.0, 0.9};
static const double out_63[] = {0.29834396011572434, 0.3674643799999025};
static const double in_64[] = {250.0, 500.0, 0.95};
static const double out_64[] = {0.4563412653024843, 0.5436587346975157};
static const double in_65[] = {250.0, 500.0, 0.9};
static const double out_65[] = {0.46331906275106255, 0.5366809372489374};
static const double in_66[] = {499.0, 500.0, 0.95};
static const double out_66[] = {0.9887592932948532, 0.9996468636054407};
static const double in_67[] = {499.0, 500.0, 0.9};
static const double out_67[] = {0.9910858741996682, 0.9995536890290091};
static const double in_68[] = {500.0, 500.0, 0.95};
static const double out_68[] = {0.9923756595384479, 1.0};
static const double in_69[] = {500.0, 500.0, 0.9};
static const double out_69[] = {0.994618035370158, 1.0};
static const double in_70[] = {0.0, 1319.0, 0.95};
static const double out_70[] = {0.0, 0.002903944985303654};
static const double in_71[] = {0.0, 1319.0, 0.9};
static const double out_71[] = {0.0, 0.0020470092355252215};
static const double in_72[] = {1.0, 1319.0, 0.95};
static const double out_72[] = {0.00013384465011300741, 0.004281997310193977};
static const double in_73[] = {1.0, 1319.0, 0.9};
static const double out_73[] = {0.00016915556797881463, 0.0033910500144220318};
static const double in_74[] = {439.0, 1319.0, 0.95};
static const double out_74[] = {0.3079151934981858, 0.35871152351357977};
static const double in_75[] = {439.0, 1319.0, 0.9};
static const double out_75[] = {0.3118472829281314, 0.3544929225857933};
static const double in_76[] = {659.0, 1319.0, 0.95};
static const double out_76[] = {0.4726779015313479, 0.5265661499811504};
static const double in_77[] = {659.0, 1319.0, 0.9};
static const double out_77[] = {0.4769997643177439, 0.5222436375088184};
static const double in_78[] = {1318.0, 1319.0, 0.95};
static const double out_78[] = {0.995718002689806, 0.9998661553498869};
static const double in_79[] = {1318.0, 1319.0, 0.9};
static const double out_79[] = {0.9966089499855781, 0.9998308444320214};
static const double in_80[] = {1319.0, 1319.0, 0.95};
static const double out_80[] = {0.9970960550146962, 1.0};
static const double in_81[] = {1319.0, 1319.0, 0.9};
static const double out_81[] = {0.9979529907644749, 1.0};
static const double in_82[] = {0.0, 1000000.0, 0.95};
static const double out_82[] = {0.0, 3.841444063944942e-06};
static const double in_83[] = {0.0, 1000000.0, 0.9};
static const double out_83[] = {0.0, 2.7055361341498373e-06};
static const double in_84[] = {1.0, 1000000.0, 0.95};
static const double out_84[] = {1.7652457674537176e-07, 5.664911804311444e-06};
static const double in_85[] = {1.0, 1000000.0, 0.9};
static const double out_85[] = {2.230922523521047e-07, 4.482438470725465e-06};
static const double in_86[] = {333333.0, 1000000.0, 0.95};
static const double out_86[] = {0.33240970614283905, 0.3342575743410766};
static const double in_87[] = {333333.0, 1000000.0, 0.9};
static const double out_87[] = {0.3325580605994637, 0.3341088412477179};
static const double in_88[] = {500000.0, 1000000.0, 0.95};
static const double out_88[] = {0.4990200198900048, 0.5009799801099952};
static const double in_89[] = {500000.0, 1000000.0, 0.9};
static const double out_89[] = {0.4991775742990777, 0.5008224257009223};
static const double in_90[] = {999999.0, 1000000.0, 0.95};
static const double out_90[] = {0.9999943350881957, 0.9999998234754233};
static const double in_91[] = {999999.0, 1000000.0, 0.9};
static const double out_91[] = {0.999995517561529, 0.9999997769077474};
static const double in_92[] = {1000000.0, 1000000.0, 0.95};
static const double out_92[] = {0.9999961585559362, 1.0};
static const double in_93[] = {1000000.0, 1000000.0, 0.9};
static const double out_93[] = {0.9999972944638658, 1.0};
static const double in_94[] = {0.5, 1.0};
static const double out_94[] = {0.0};
static const double in_95[] = {0.6, 1.0};
static const double out_95[] = {0.32491969623290623};
static const double in_96[] = {0.9, 1.0};
static const double out_96[] = {3.077683537175254};
static const double in_97[] = {0.95, 1.0};
static const double out_97[] = {6.313751514675038};
static const double in_98[] = {0.975, 1.0};
static const double out_98[] = {12.706204736174694};
static const double in_99[] = {0.995, 1.0};
static const double out_99[] = {63.656741162871526};
static const double in_100[] = {0.9999, 1.0};
static const double out_100[] = {3183.0987571185015};
static const double in_101[] = {0.025, 1.0};
static const double out_101[] = {-12.706204736174705};
static const double in_102[] = {1e-06, 1.0};
static const double out_102[] = {-318309.8861827435};
static const double in_103[] = {0.0, 1.0};
static const double out_103[] = {1.0};
static const double in_104[] = {0.1, 1.0};
static const double out_104[] = {0.936548965138893};
static const double in_105[] = {1.0, 1.0};
static const double out_105[] = {0.5000000000000001};
static const double in_106[] = {2.0, 1.0};
static const double out_106[] = {0.2951672353008665};
static const double in_107[] = {3.7, 1.0};
static const double out_107[] = {0.16804452564789518};
static const double in_108[] = {8.0, 1.0};
static const double out_108[] = {0.07916684832113109};
static const double in_109[] = {25.0, 1.0};
static const double out_109[] = {0.02545122269598366};
static const double in_110[] = {0.5, 1.5};
static const double out_110[] = {0.0};
static const double in_111[] = {0.6, 1.5};
static const double out_111[] = {0.3007453925697954};
static const double in_112[] = {0.9, 1.5};
static const double out_112[] = {2.1963984175655376};
static const double in_113[] = {0.95, 1.5};
static const double out_113[] = {3.705180820096749};
static const double in_114[] = {0.975, 1.5};
static const double out_114[] = {6.016663104427928};
static const double in_115[] = {0.995, 1.5};
static const double out_115[] = {17.820310514462797};
static const double in_116[] = {0.9999, 1.5};
static const double out_116[] = {242.2640988465241};
static const double in_117[] = {0.025, 1.5};
static const double out_117[] = {-6.0166631044279315};
static const double in_118[] = {1e-06, 1.5};
static const double out_118[] = {-5219.469324706946};
static const double in_119[] = {0.0, 1.5};
static const double out_119[] = {1.0};
static const double in_120[] = {0.1, 1.5};
static const double out_120[] = {0.9320414534869628};
static const double in_121[] = {1.0, 1.5};
static const double out_121[] = {0.45113536727671033};
static const double in_122[] = {2.0, 1.5};
static const double out_122[] = {0.22418833035605112};
static const double in_123[] = {3.7, 1.5};
static const double out_123[] = {0.10019513152996815};
static const double in_124[] = {8.0, 1.5};
static const double out_124[] = {0.03291835094090683};
static const double in_125[] = {25.0, 1.5};
static const double out_125[] = {0.00602562001196798};
static const double in_126[] = {0.5, 2.0};
static const double out_126[] = {0.0};
static const double in_127[] = {0.6, 2.0};
static const double out_127[] = {0.2886751345948128};
static const double in_128[] = {0.9, 2.0};
static const double out_128[] = {1.885618083164127};
static const double in_129[] = {0.95, 2.0};
static const double out_129[] = {2.9199855803537242};
static const double in_130[] = {0.975, 2.0};
static const double out_130[] = {4.302652729749462};
static const double in_131[] = {0.995, 2.0};
static const double out_131[] = {9.92484320091829};
static const double in_132[] = {0.9999, 2.0};
static const double out_132[] = {70.70007107496818};
static const double in_133[] = {0.025, 2.0};
static const double out_133[] = {-4.302652729749464};
static const double in_134[] = {1e-06, 2.0};
static const double out_134[] = {-707.1057205259339};
static const double in_135[] = {0.0, 2.0};
static const double out_135[] = {1.0};
static const double in_136[] = {0.1, 2.0};
static const double out_136[] = {0.9294654384141402};
static const double in_137[] = {1.0, 2.0};
static const double out_137[] = {0.4226497308103742};
static const double in_138[] = {2.0, 2.0};
static const double out_138[] = {0.18350341907227397};
static const double in_139[] = {3.7, 2.0};
static const double out_139[] = {0.06590671019436672};
static const double in_140[] = {8.0, 2.0};
static const double out_140[] = {0.01526807216533814};
static const double in_141[] = {25.0, 2.0};
static const double out_141[] = {0.001596170211410334};
static const double in_142[] = {0.5, 2.7};
static const double out_142[] = {0.0};
static const double in_143[] = {0.6, 2.7};
static const double out_143[] = {0.2793284633179693};
static const double in_144[] = {0.9, 2.7};
static const double out_144[] = {1.688108175146643};
static const double in_145[] = {0.95, 2.7};
static const double out_145[] = {2.463888936270849};
static const double in_146[] = {0.975, 2.7};
static const double out_146[] = {3.3921483831737507};
static const double in_147[] = {0.995, 2.7};
static const double out_147[] = {6.533128433408453};
static const double in_148[] = {0.9999, 2.7};
static const double out_148[] = {28.4646988178164};
static const double in_149[] = {0.025, 2.7};
static const double out_149[] = {-3.392148383173752};
static const double in_150[] = {1e-06, 2.7};
static const double out_150[] = {-156.8907530092156};
static const double in_151[] = {0.0, 2.7};
static const double out_151[] = {1.0};
static const double in_152[] = {0.1, 2.7};
static const double out_152[] = {0.9272983352515441};
static const double in_153[] = {1.0, 2.7};
static const double out_153[] = {0.39832434722077276};
static const double in_154[] = {2.0, 2.7};
static const double out_154[] = {0.149423438070502};
static const double in_155[] = {3.7, 2.7};
static const double out_155[] = {0.0408780792423619};
static const double in_156[] = {8.0, 2.7};
static const double out_156[] = {0.005912255620735859};
static const double in_157[] = {25.0, 2.7};
static const double out_157[] = {0.00028363873984942994};
static const double in_158[] = {0.5, 3.0};
static const double out_158[] = {0.0};
static const double in_159[] = {0.6, 3.0};
static const double out_159[] = {0.27667066233268983};
static const double in_160[] = {0.9, 3.0};
static const double out_160[] = {1.6377443536962104};
static const double in_161[] = {0.95, 3.0};
static const double out_161[] = {2.353363434801823};
static const double in_162[] = {0.975, 3.0};
static const double out_162[] = {3.1824463052837086};
static const double in_163[] = {0.995, 3.0};
static const double out_163[] = {5.840909309733355};
static const double in_164[] = {0.9999, 3.0};
static const double out_164[] = {22.203742273205002};
static const double in_165[] = {0.025, 3.0};
static const double out_165[] = {-3.1824463052837095};
static const double in_166[] = {1e-06, 3.0};
static const double out_166[] = {-103.29946778041935};
static const double in_167[] = {0.0, 3.0};
static const double out_167[] = {1.0};
static const double in_168[] = {0.1, 3.0};
static const double out_168[] = {0.9266523488008059};
static const double in_169[] = {1.0, 3.0};
static const double out_169[] = {0.3910022189557705};
static const double in_170[] = {2.0, 3.0};
static const double out_170[] = {0.13932596855884305};
static const double in_171[] = {3.7, 3.0};
static const double out_171[] = {0.03427797950425431};
static const double in_172[] = {8.0, 3.0};
static const double out_172[] = {0.004076577587785466};
static const double in_173[] = {25.0, 3.0};
static const double out_173[] = {0.00014033138995754856};
static const double in_174[] = {0.5, 5.0};
static const double out_174[] = {0.0};
static const double in_175[] = {0.6, 5.0};
static const double out_175[] = {0.26718086570414507};
static const double in_176[] = {0.9, 5.0};
static const double out_176[] = {1.4758840488244813};
static const double in_177[] = {0.95, 5.0};
static const double out_177[] = {2.0150483733330233};
static const double in_178[] = {0.975, 5.0};
static const double out_178[] = {2.5705818356363146};
static const double in_179[] = {0.995, 5.0};
static const double out_179[] = {4.032142983555227};
static const double in_180[] = {0.9999, 5.0};
static const double out_180[] = {9.677566300882814};
static const double in_181[] = {0.025, 5.0};
static const double out_181[] = {-2.5705818356363155};
static const double in_182[] = {1e-06, 5.0};
static const double out_182[] = {-24.771029720515944};
static const double in_183[] = {0.0, 5.0};
static const double out_183[] = {1.0};
static const double in_184[] = {0.1, 5.0};
static const double out_184[] = {0.9242301411546604};
static const double in_185[] = {1.0, 5.0};
static const double out_185[] = {0.3632174676491229};
static const double in_186[] = {2.0, 5.0};
static const double out_186[] = {0.10193947882985835};
static const double in_187[] = {3.7, 5.0};
static const double out_187[] = {0.013999406975699109};
static const double in_188[] = {8.0, 5.0};
static const double out_188[] = {0.0004929066605724442};
static const double in_189[] = {25.0, 5.0};
static const double out_189[] = {1.910677784395424e-06};
static const double in_190[] = {0.5, 9.0};
static const double out_190[] = {0.0};
static const double in_191[] = {0.6, 9.0};
static const double out_191[] = {0.26095533647391095};
static const double in_192[] = {0.9, 9.0};
static const double out_192[] = {1.3830287383966324};
static const double in_193[] = {0.95, 9.0};
static const double out_193[] = {1.8331129326562365};
static const double in_194[] = {0.975, 9.0};
static const double out_194[] = {2.262157162798205};
static const double in_195[] = {0.995, 9.0};
static const double out_195[] = {3.249835541592126};
static const double in_196[] = {0.9999, 9.0};
static const double out_196[] = {6.010132129081531};
static const double in_197[] = {0.025, 9.0};
static const double out_197[] = {-2.2621571627982053};
static const double in_198[] = {1e-06, 9.0};
static const double out_198[] = {-10.7201604099095};
static const double in_199[] = {0.0, 9.0};
static const double out_199[] = {1.0};
static const double in_200[] = {0.1, 9.0};
static const double out_200[] = {0.9225364479566812};
static const double in_201[] = {1.0, 9.0};
static const double out_201[] = {0.3434363961379136};
static const double in_202[] = {2.0, 9.0};
static const double out_202[] = {0.07655282377070101};
static const double in_203[] = {3.7, 9.0};
static const double out_203[] = {0.0049205621893296395};
static const double in_204[] = {8.0, 9.0};
static const double out_204[] = {2.2134816809400155e-05};
static const double in_205[] = {25.0, 9.0};
static const double out_205[] = {1.2589450378990368e-09};
static const double in_206[] = {0.5, 19.3};
static const double out_206[] = {0.0};
static const double in_207[] = {0.6, 19.3};
static const double out_207[] = {0.2568668270340214};
static const double in_208[] = {0.9, 19.3};
static const double out_208[] = {1.3269850727655634};
static const double in_209[] = {0.95, 19.3};
static const double out_209[] = {1.7277580638332621};
static const double in_210[] = {0.975, 19.3};
static const double out_210[] = {2.090824234778766};
static const double in_211[] = {0.995, 19.3};
static const double out_211[] = {2.8560702593941385};
static const double in_212[] = {0.9999, 19.3};
static const double out_212[] = {4.573803188368459};
static const double in_213[] = {0.025, 19.3};
static const double out_213[] = {-2.0908242347787667};
static const double in_214[] = {1e-06, 19.3};
static const double out_214[] = {-6.683568937608082};
static const double in_215[] = {0.0, 19.3};
static const double out_215[] = {1.0};
static const double in_216[] = {0.1, 19.3};
static const double out_216[] = {0.9213757857726584};
static const double in_217[] = {1.0, 19.3};
static const double out_217[] = {0.3296840771831319};
static const double in_218[] = {2.0, 19.3};
static const double out_218[] = {0.05977297060874942};
static const double in_219[] = {3.7, 19.3};
static const double out_219[] = {0.0014874157997782403};
static const double in_220[] = {8.0, 19.3};
static const double out_220[] = {1.5004125785545975e-07};
static const double in_221[] = {25.0, 19.3};
static const double out_221[] = {3.609461145878317e-16};
static const double in_222[] = {0.5, 49.0};
static const double out_222[] = {0.0};
static const double in_223[] = {0.6, 49.0};
static const double out_223[] = {0.2547270255991911};
static const double in_224[] = {0.9, 49.0};
static const double out_224[] = {1.2990687847477498};
static const double in_225[] = {0.95, 49.0};
static const double out_225[] = {1.6765508926168535};
static const double in_226[] = {0.975, 49.0};
static const double out_226[] = {2.0095752371292392};
static const double in_227[] = {0.995, 49.0};
static const double out_227[] = {2.679951973631552};
static const double in_228[] = {0.9999, 49.0};
static const double out_228[] = {4.020490058782639};
static const double in_229[] = {0.025, 49.0};
static const double out_229[] = {-2.0095752371292397};
static const double in_230[] = {1e-06, 49.0};
static const double out_230[] = {-5.390798999260053};
static const double in_231[] = {0.0, 49.0};
static const double out_231[] = {1.0};
static const double in_232[] = {0.1, 49.0};
static const double out_232[] = {0.9207523525851034};
static const double in_233[] = {1.0, 49.0};
static const double out_233[] = {0.32222340595067545};
static const double in_234[] = {2.0, 49.0};
static const double out_234[] = {0.05105914825741809};
static const double in_235[] = {3.7, 49.0};
static const double out_235[] = {0.0005456907916025743};
static const double in_236[] = {8.0, 49.0};
static const double out_236[] = {1.9105439552955476e-10};
static const double in_237[] = {25.0, 49.0};
static const double out_237[] = {1.5065641664269426e-29};
static const double in_238[] = {0.5, 163.0};
static const double out_238[] = {0.0};
static const double in_239[] = {0.6, 163.0};
static const double out_239[] = {0.25376101245222654};
static const double in_240[] = {0.9, 163.0};
static const double out_240[] = {1.2867668839881976};
static const double in_241[] = {0.95, 163.0};
static const double out_241[] = {1.6542555849136262};
static const double in_242[] = {0.975, 163.0};
static const double out_242[] = {1.974624620966361};
static const double in_243[] = {0.995, 163.0};
static const double out_243[] = {2.6063275150437994};
static const double in_244[] = {0.9999, 163.0};
static const double out_244[] = {3.8053615408312136};
static const double in_245[] = {0.025, 163.0};
static const double out_245[] = {-1.9746246209663614};
static const double in_246[] = {1e-06, 163.0};
static const double out_246[] = {-4.931011156475913};
static const double in_247[] = {0.0, 163.0};
static const double out_247[] = {1.0};
static const double in_248[] = {0.1, 163.0};
static const double out_248[] = {0.920467212004877};
static const double in_249[] = {1.0, 163.0};
static const double out_249[] = {0.31879271169654166};
static const double in_250[] = {2.0, 163.0};
static const double out_250[] = {0.047161148613431444};
static const double in_251[] = {3.7, 163.0};
static const double out_251[] = {0.00029444534692150444};
static const double in_252[] = {8.0, 163.0};
static const double out_252[] = {2.1918949839560266e-13};
static const double in_253[] = {25.0, 163.0};
static const double out_253[] = {1.1782094620584236e-57};
static const double in_254[] = {0.5, 999.5};
static const double out_254[] = {0.0};
static const double in_255[] = {0.6, 999.5};
static const double out_255[] = {0.2534145495680492};
static const double in_256[] = {0.9, 999.5};
static const double out_256[] = {1.2823991455367676};
static const double in_257[] = {0.95, 999.5};
static const double out_257[] = {1.6463795809739166};
static const double in_258[] = {0.975, 999.5};
static const double out_258[] = {1.9623402703838455};
static const double in_259[] = {0.995, 999.5};
static const double out_259[] = {2.5807571664291533};
static const double in_260[] = {0.9999, 999.5};
static const double out_260[] = {3.7328585486048134};
static const double in_261[] = {0.025, 999.5};
static const double out_261[] = {-1.9623402703838457};
static const double in_262[] = {1e-06, 999.5};
static const double out_262[] = {-4.781622792514474};
static const double in_263[] = {0.0, 999.5};
static const double out_263[] = {1.0};
static const double in_264[] = {0.1, 999.5};
static const double out_264[] = {0.9203643790491405};
static const double in_265[] = {1.0, 999.5};
static const double out_265[] = {0.3175525390700044};
static const double in_266[] = {2.0, 999.5};
static const double out_266[] = {0.04577048166581865};
static const double in_267[] = {3.7, 999.5};
static const double out_267[] = {0.0002273572996805693};
static const double in_268[] = {8.0, 999.5};
static const double out_268[] = {3.428328662909095e-15};
static const double in_269[] = {25.0, 999.5};
static const double out_269[] = {1.559354134932063e-107};
static const double in_270[] = {0.5, 100000.0};
static const double out_270[] = {0.0};
static const double in_271[] = {0.6, 100000.0};
static const double out_271[] = {0.2533477771571799};
static const double in_272[] = {0.9, 100000.0};
static const double out_272[] = {1.2815600314493611};
static const double in_273[] = {0.95, 100000.0};
static const double out_273[] = {1.6448688647849694};
static const double in_274[] = {0.975, 100000.0};
static const double out_274[] = {1.9599877075346093};
static const double in_275[] = {0.995, 100000.0};
static const double out_275[] = {2.575878469908375};
static const double in_276[] = {0.9999, 100000.0};
static const double out_276[] = {3.719154382641372};
static const double in_277[] = {0.025, 100000.0};
static const double out_277[] = {-1.9599877075346097};
static const double in_278[] = {1e-06, 100000.0};
static const double out_278[] = {-4.753704716391288};
static const double in_279[] = {0.0, 100000.0};
static const double out_279[] = {1.0};
static const double in_280[] = {0.1, 100000.0};
static const double out_280[] = {0.9203445259067263};
static const double in_281[] = {1.0, 100000.0};
static const double out_281[] = {0.3173129275641102};
static const double in_282[] = {2.0, 100000.0};
static const double out_282[] = {0.04550296345750651};
static const double in_283[] = {3.7, 100000.0};
static const double out_283[] = {0.000215714928039711};
static const double in_284[] = {8.0, 100000.0};
static const double out_284[] = {1.2573919876256345e-15};
static const double in_285[] = {25.0, 100000.0};
static const double out_285[] = {1.6217765552071457e-137};
static const double in_286[] = {0.5, 1000000.0};
static const double out_286[] = {0.0};
static const double in_287[] = {0.6, 1000000.0};
static const double out_287[] = {0.2533471705378416};
static const double in_288[] = {0.9, 1000000.0};
static const double out_288[] = {1.2815524121299386};
static const double in_289[] = {0.95, 1000000.0};
static const double out_289[] = {1.6448551507220401};
static const double in_290[] = {0.975, 1000000.0};
static const double out_290[] = {1.9599663568141066};
static const double in_291[] = {0.995, 1000000.0};
static const double out_291[] = {2.575834220105334};
static const double in_292[] = {0.9999, 1000000.0};
static const double out_292[] = {3.7190302747625714};
static const double in_293[] = {0.025, 1000000.0};
static const double out_293[] = {-1.959966356814107};
static const double in_294[] = {1e-06, 1000000.0};
static const double out_294[] = {-4.753452348279681};
static const double in_295[] = {0.0, 1000000.0};
static const double out_295[] = {1.0};
static const double in_296[] = {0.1, 1000000.0};
static const double out_296[] = {0.9203443454920432};
static const double in_297[] = {1.0, 1000000.0};
static const double out_297[] = {0.3173107498335783};
static const double in_298[] = {2.0, 1000000.0};
static const double out_298[] = {0.04550053385131924};
static const double in_299[] = {3.7, 1000000.0};
static const double out_299[] = {0.00021561101120253642};
static const double in_300[] = {8.0, 1000000.0};
static const double out_300[] = {1.2455063433202503e-15};
static const double in_301[] = {25.0, 1000000.0};
static const double out_301[] = {6.742358167544194e-138};
static const double in_302[] = {1e-12};
static const double out_302[] = {-7.034483825301131};
static const double in_303[] = {1e-06};
static const double out_303[] = {-4.753424308822899};
static const double in_304[] = {0.025};
static const double out_304[] = {-1.9599639845400545};
static const double in_305[] = {0.2};
static const double out_305[] = {-0.8416212335729142};
static const double in_306[] = {0.5};
static const double out_306[] = {0.0};
static const double in_307[] = {0.8};
static const double out_307[] = {0.8416212335729143};
static const double in_308[] = {0.975};
static const double out_308[] = {1.959963984540054};
static const double in_309[] = {0.99375};
static const double out_309[] = {2.497705474412374};
static const double in_310[] = {0.999999999};
static const double out_310[] = {5.997807019601637};
static const double in_311[] = {0.025, 1.0};
static const double out_311[] = {0.0009820691171752555};
static const double in_312[] = {0.05, 1.0};
static const double out_312[] = {0.003932140000019522};
static const double in_313[] = {0.5, 1.0};
static const double out_313[] = {0.454936423119572};
static const double in_314[] = {0.95, 1.0};
static const double out_314[] = {3.841458820694124};
static const double in_315[] = {0.025, 2.0};
static const double out_315[] = {0.05063561596857975};
static const double in_316[] = {0.05, 2.0};
static const double out_316[] = {0.10258658877510106};
static const double in_317[] = {0.5, 2.0};
static const double out_317[] = {1.386294361119891};
static const double in_318[] = {0.95, 2.0};
static const double out_318[] = {5.991464547107979};
static const double in_319[] = {0.025, 3.0};
static const double out_319[] = {0.21579528262389785};
static const double in_320[] = {0.05, 3.0};
static const double out_320[] = {0.35184631774927144};
static const double in_321[] = {0.5, 3.0};
static const double out_321[] = {2.3659738843753377};
static const double in_322[] = {0.95, 3.0};
static const double out_322[] = {7.814727903251179};
static const double in_323[] = {0.025, 4.0};
static const double out_323[] = {0.4844185570879299};
static const double in_324[] = {0.05, 4.0};
static const double out_324[] = {0.7107230213973239};
static const double in_325[] = {0.5, 4.0};
static const double out_325[] = {3.3566939800333224};
static const double in_326[] = {0.95, 4.0};
static const double out_326[] = {9.487729036781154};
static const double in_327[] = {0.025, 9.0};
static const double out_327[] = {2.7003894999803584};
static const double in_328[] = {0.05, 9.0};
static const double out_328[] = {3.325112843066815};
static const double in_329[] = {0.5, 9.0};
static const double out_329[] = {8.342832692252955};
static const double in_330[] = {0.95, 9.0};
static const double out_330[] = {16.918977604620448};
static const double in_331[] = {0.025, 29.0};
static const double out_331[] = {16.04707169536489};
static const double in_332[] = {0.05, 29.0};
static const double out_332[] = {17.70836618282458};
static const double in_333[] = {0.5, 29.0};
static const double out_333[] = {28.33612686658445};
static const double in_334[] = {0.95, 29.0};
static const double out_334[] = {42.55696780429269};
static const double in_335[] = {3.0, 1.0, 20.0, 0.95};
static const double out_335[] = {-0.12411831510853391, 0.32642787708846027};
static const double in_336[] = {3.0, 1.0, 20.0, 0.9};
static const double out_336[] = {-0.07978684534611602, 0.2860606483706221};
static const double in_337[] = {0.0, 0.0, 164.0, 0.95};
static const double out_337[] = {-0.022887425119427585, 0.022887425119427585};
static const double in_338[] = {0.0, 0.0, 164.0, 0.9};
static const double out_338[] = {-0.016229475025468607, 0.016229475025468607};
static const double in_339[] = {1.0, 0.0, 10.0, 0.95};
static const double out_339[] = {-0.20528607984917813, 0.4041500267952385};
static const double in_340[] = {1.0, 0.0, 10.0, 0.9};
static const double out_340[] = {-0.13423616709174768, 0.3477186673358584};
static const double in_341[] = {0.0, 6.0, 10.0, 0.95};
static const double out_341[] = {-0.8318196702937639, -0.15594752021937724};
static const double in_342[] = {0.0, 6.0, 10.0, 0.9};
static const double out_342[] = {-0.8057730081231967, -0.2592928478665488};
static const double in_343[] = {9.0, 0.0, 10.0, 0.95};
static const double out_343[] = {0.37268768026051047, 0.9821237869049271};
static const double in_344[] = {9.0, 0.0, 10.0, 0.9};
static const double out_344[] = {0.49541025684152673, 0.9773650912691328};
static const double in_345[] = {5.0, 5.0, 50.0, 0.95};
static const double out_345[] = {-0.1354322847342808, 0.1354322847342808};
static const double in_346[] = {5.0, 5.0, 50.0, 0.9};
static const double out_346[] = {-0.11124169149931246, 0.11124169149931246};
static const double in_347[] = {40.0, 25.0, 500.0, 0.95};
static const double out_347[] = {-0.0016453387552350105, 0.06264569754519167};
static const double in_348[] = {40.0, 25.0, 500.0, 0.9};
static const double out_348[] = {0.0035432556997372078, 0.057179710476733855};
static const double in_349[] = {10.0, 3.0, 13.0, 0.95};
static const double out_349[] = {-0.005127518934550073, 0.8364094256300287};
static const double in_350[] = {10.0, 3.0, 13.0, 0.9};
static const double out_350[] = {0.0838684942339732, 0.8075365081411168};
static const double in_351[] = {1.0, 1.0, 2.0, 0.95};
static const double out_351[] = {-0.8109375885315385, 0.8109375885315385};
static const double in_352[] = {1.0, 1.0, 2.0, 0.9};
static const double out_352[] = {-0.7582673611554527, 0.7582673611554527};
static const double in_353[] = {499.0, 1.0, 1000.0, 0.95};
static const double out_353[] = {0.46692673778539073, 0.5290416688898241};
static const double in_354[] = {499.0, 1.0, 1000.0, 0.9};
static const double out_354[] = {0.4719109783100496, 0.5240670441284807};
static const double in_355[] = {12.0, 30.0, 1319.0, 0.95};
static const double out_355[] = {-0.02412631195256156, -0.004211919139700875};
static const double in_356[] = {12.0, 30.0, 1319.0, 0.9};
static const double out_356[] = {-0.022292163083994312, -0.005755452593005769};
static const double in_357[] = {0.0, 0.0};
static const double out_357[] = {1.0, 1.0};
static const double in_358[] = {1.0, 0.0};
static const double out_358[] = {1.0, 0.5};
static const double in_359[] = {0.0, 6.0};
static const double out_359[] = {0.03125, 0.015625};
static const double in_360[] = {3.0, 1.0};
static const double out_360[] = {0.625, 0.375};
static const double in_361[] = {5.0, 5.0};
static const double out_361[] = {1.0, 0.876953125};
static const double in_362[] = {10.0, 3.0};
static const double out_362[] = {0.09228515625, 0.057373046875};
static const double in_363[] = {40.0, 25.0};
static const double out_363[] = {0.08168153394154005, 0.06401750413722564};
static const double in_364[] = {200.0, 150.0};
static const double out_364[] = {0.008720036530555949, 0.007524139788171172};
static const double in_365[] = {1000.0, 900.0};
static const double out_365[] = {0.02310884510890107, 0.021791499253713424};
static const double in_366[] = {9000.0, 8800.0};
static const double out_366[] = {0.13581017280601768, 0.13386584369071627};
static const double in_367[] = {500300.0, 499700.0};
static const double out_367[] = {0.5491729059131272, 0.5485064567611928};
static const double in_368[] = {0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205};
static const double out_368[] = {
	0.008, 0.056, 0.23399999999999999, 0.23399999999999999, 0.23399999999999999,
	0.23399999999999999, 0.23399999999999999, 0.23399999999999999,
};
static const double in_369[] = {0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205};
static const double out_369[] = {
	0.008, 0.032, 0.06720000000000001, 0.06720000000000001, 0.06720000000000001, 0.08,
	0.08457142857142856, 0.205,
};
static const double in_370[] = {0.5};
static const double out_370[] = {0.5};
static const double in_371[] = {0.5};
static const double out_371[] = {0.5};
static const double in_372[] = {0.03, 0.03, 0.03};
static const double out_372[] = {0.09, 0.09, 0.09};
static const double in_373[] = {0.03, 0.03, 0.03};
static const double out_373[] = {0.03, 0.03, 0.03};
static const double in_374[] = {1.0, 0.2, 0.0, 0.05};
static const double out_374[] = {1.0, 0.4, 0.0, 0.15000000000000002};
static const double in_375[] = {1.0, 0.2, 0.0, 0.05};
static const double out_375[] = {1.0, 0.26666666666666666, 0.0, 0.1};
static const double in_376[] = {
	0.29626597215174727, 0.0001773091143020353, 0.05866203562632984, 0.044105194775100214,
	0.24190315224017436, 0.0037179410850524054, 0.043286032958749596, 0.12172561758995624,
	0.0066404802881492205, 0.1267082854755327, 0.0005360814447034741, 0.014276428403029656,
	0.0238304917681553, 0.8031612357380804, 0.13561992013301255, 0.008411376373913825,
	0.14022967954658674, 0.15601740254686478, 0.2952753037186836, 0.07277659753650047,
	0.3682421796874716, 0.1511552472400208, 0.025491499461546788,
};
static const double out_376[] = {
	1.0, 0.004078109628946812, 0.762606463142288, 0.649290494381244, 1.0, 0.07807676278610051,
	0.649290494381244, 1.0, 0.1328096057629844, 1.0, 0.011793791783476431, 0.2569757112545338,
	0.4051183600586401, 1.0, 1.0, 0.15981615110436267, 1.0, 1.0, 1.0, 0.8733191704380057, 1.0,
	1.0, 0.4078639913847486,
};
static const double in_377[] = {
	0.29626597215174727, 0.0001773091143020353, 0.05866203562632984, 0.044105194775100214,
	0.24190315224017436, 0.0037179410850524054, 0.043286032958749596, 0.12172561758995624,
	0.0066404802881492205, 0.1267082854755327, 0.0005360814447034741, 0.014276428403029656,
	0.0238304917681553, 0.8031612357380804, 0.13561992013301255, 0.008411376373913825,
	0.14022967954658674, 0.15601740254686478, 0.2952753037186836, 0.07277659753650047,
	0.3682421796874716, 0.1511552472400208, 0.025491499461546788,
};
static const double out_377[] = {
	0.32448177902334224, 0.004078109628946812, 0.12265698358232603, 0.1014419479827305,
	0.29283013165915844, 0.028504214985401777, 0.1014419479827305, 0.19935556992099387,
	0.03818276165685802, 0.19935556992099387, 0.006164936614089953, 0.054726308878280346,
	0.07328806095194702, 0.8031612357380804, 0.19935556992099387, 0.038692331320003596,
	0.19935556992099387, 0.19935556992099387, 0.32448177902334224, 0.1394884786116259,
	0.38498046058235663, 0.19935556992099387, 0.07328806095194702,
};
static const double in_378[] = {
	5.0, -1.444611, 0.0, -0.160809, 1.0, 1.753951, 2.0, 0.214545, 3.0, 0.754958, 4.0, -1.208555,
	1.0, -1.75356, 2.0, 0.77587, 2.0, 0.266042, 2.0, 0.128766, 3.0, -0.01861, 3.0, -0.316891,
	3.0, 0.663056, 3.0, 1.479636, 3.0, 1.482107, 4.0, 0.03428, 4.0, 0.332024, 4.0, 2.122895, 4.0,
	0.1922, 4.0, 1.562527, 4.0,
};
static const double out_378[] = {0.34299105, 0.2458864043171951, 0.274909357398123};
static const double in_379[] = {
	2.0, 0.241553, 0.0, 0.768628, 1.0, 1.790121, 0.0, -1.692336, 0.0, 0.273333, 0.0, -0.459185,
	0.0, 0.726728, 0.0, 2.722773, 0.0, -1.131012, 0.0, 0.104155, 0.0, -0.510023, 0.0, 0.043875,
	0.0, -1.585832, 0.0, 0.39051, 0.0, 1.264712, 0.0, 0.924399, 0.0, -0.814491, 0.0, -2.080452,
	0.0, -1.643354, 0.0, 0.976802, 0.0, 1.338756, 0.0, 1.34244, 0.0, 1.339783, 0.0, -0.341533,
	0.0, -1.273078, 0.0, -0.416773, 0.0, 0.578559, 1.0, 2.194886, 1.0, 0.326946, 1.0, 0.523436,
	1.0, 0.060056, 1.0, 1.221643, 1.0, 0.068097, 1.0, 0.178006, 1.0, 0.119593, 1.0, -0.321402,
	1.0, -0.593057, 1.0, -0.179091, 1.0, 0.20256, 1.0, -0.452807, 1.0, 2.123403, 1.0, 0.588771,
	1.0, 1.300547, 1.0, 1.633476, 1.0, -0.289221, 1.0, -0.286728, 1.0, 2.337044, 1.0, 1.728609,
	1.0, 1.984386, 1.0, 0.884306, 1.0,
};
static const double out_379[] = {0.36465033999999996, 0.21451887329585947, 0.3033755};
static const double in_380[] = {
	80.0, -0.340795, 0.0, -0.286336, 1.0, -0.283447, 2.0, -0.608267, 3.0, -1.138076, 4.0,
	-0.541422, 5.0, 1.199069, 6.0, 0.988305, 7.0, 1.048794, 8.0, 0.49522, 9.0, -0.410546, 10.0,
	0.830655, 11.0, -0.341213, 12.0, -0.640545, 13.0, 0.446442, 14.0, 1.098499, 15.0, -0.182269,
	16.0, 0.414862, 17.0, 0.110792, 18.0, 1.635131, 19.0, 1.312871, 20.0, 0.623861, 21.0,
	0.087411, 22.0, -0.449008, 23.0, -0.551003, 24.0, -1.399241, 25.0, -0.245779, 26.0, 0.910172,
	27.0, 1.180962, 28.0, 1.01672, 29.0, 0.282761, 30.0, 1.312621, 31.0, -0.690558, 32.0,
	-2.167441, 33.0, 1.49131, 34.0, -1.660347, 35.0, -0.190439, 36.0, -0.746659, 37.0, 0.331887,
	38.0, 0.678368, 39.0, 1.888241, 40.0, 0.031283, 41.0, 0.982344, 42.0, -0.684353, 43.0,
	-0.90021, 44.0, 0.646812, 45.0, 1.862971, 46.0, 0.411486, 47.0, -1.112166, 48.0, -0.273273,
	49.0, 1.18089, 50.0, 1.337842, 51.0, 0.149693, 52.0, 1.063755, 53.0, -1.029218, 54.0,
	1.491585, 55.0, 2.028548, 56.0, 0.843014, 57.0, 0.871442, 58.0, 1.435564, 59.0, -1.86352,
	60.0, 0.131262, 61.0, 0.762373, 62.0, 0.6906, 63.0, -0.059778, 64.0, -0.846389, 65.0,
	0.012029, 66.0, 1.909178, 67.0, 0.639928, 68.0, 1.624645, 69.0, 1.891207, 70.0, 1.095045,
	71.0, 1.217103, 72.0, 2.75698, 73.0, 0.763242, 74.0, 0.86699, 75.0, 0.345323, 76.0, 0.651237,
	77.0, 0.815474, 78.0, 1.239309, 79.0, -0.953817, 14.0, 1.078782, 15.0, 0.051212, 15.0,
	-0.729591, 15.0, 0.496938, 16.0, 0.283675, 16.0, 0.043229, 17.0, -0.075533, 17.0, -0.648908,
	17.0, 0.403789, 17.0, 1.682437, 17.0, -0.339278, 18.0, 0.988491, 18.0, 0.379867, 18.0,
	2.27917, 18.0, 2.521447, 18.0, 1.061241, 18.0, -0.09473, 19.0, 0.334898, 19.0, -0.517428,
	19.0, -0.218849, 19.0, -0.055036, 19.0, -0.037495, 19.0, 0.310128, 19.0, 1.222885, 20.0,
	-1.562445, 20.0, 0.702571, 21.0, 1.206039, 21.0, -0.770447, 21.0, 0.968725, 21.0, 2.068197,
	21.0, 0.098992, 21.0, 1.926559, 22.0, -1.232776, 22.0, 0.290983, 22.0, -0.274001, 23.0,
	2.188315, 23.0, -0.079502, 23.0, -0.58311, 23.0, -0.017656, 23.0, 0.175588, 24.0, -2.622775,
	24.0, 1.568493, 24.0, 0.03878, 25.0, 0.236144, 25.0, -0.989368, 25.0, 1.904642, 25.0,
	-1.641273, 25.0, 2.616182, 25.0, 0.339748, 26.0, 0.019779, 26.0, 0.306751, 26.0, 0.011605,
	26.0, 0.099919, 27.0, 0.884864, 27.0, -0.403023, 27.0, 0.969171, 27.0, -1.559832, 28.0,
	1.103659, 28.0, 0.848644, 28.0, -0.103977, 28.0, 2.233035, 28.0, -0.581193, 28.0, -0.50455,
	29.0, -0.536764, 29.0, 0.173825, 29.0, -0.951495, 29.0, 0.099569, 29.0, 1.565977, 30.0,
	-0.128163, 30.0, -0.990646, 30.0, -0.332119, 30.0, -0.343599, 30.0, 1.220593, 30.0,
	-0.462366, 30.0, 0.993221, 31.0, 0.870024, 31.0, 2.221513, 31.0, 0.218796, 31.0, 0.353482,
	31.0, 0.85518, 31.0, 1.266572, 32.0, 2.181196, 32.0, -0.35334, 32.0, -0.075905, 32.0,
	1.528622, 33.0, 1.463199, 33.0, 1.00758, 33.0, -1.869965, 33.0, -1.003927, 33.0, -1.031833,
	33.0, -1.363393, 33.0, 0.197503, 34.0, 0.417906, 34.0, -0.715531, 34.0, 0.300394, 34.0,
	0.780481, 34.0, 1.094016, 34.0, -0.185777, 35.0, 2.406125, 35.0, 2.882787, 35.0, 0.381742,
	35.0, 1.151258, 35.0, 3.163828, 36.0, 0.530521, 36.0, 0.371683, 36.0, 1.686403, 36.0,
	2.23433, 36.0, 0.988105, 37.0, 1.441683, 37.0, 0.438338, 37.0, -0.755995, 37.0, 0.971437,
	37.0, 1.201267, 38.0, 1.295517, 38.0, 0.587416, 38.0, 0.902026, 38.0, 1.8795, 38.0, 1.474886,
	39.0, 3.414626, 39.0, -0.739651, 39.0, -0.87239, 40.0, -0.294356, 40.0, -0.145051, 40.0,
	-1.07065, 40.0, -1.08881, 40.0, -0.386666, 40.0, -0.022474, 41.0, -0.168231, 41.0, 0.618801,
	41.0, -0.30961, 41.0, 0.858708, 41.0, 1.421239, 42.0, -0.367746, 42.0, 1.592439, 42.0,
	-0.317777, 42.0, -0.454431, 42.0, 1.464783, 42.0, 0.683964, 42.0, 0.899196, 43.0, 1.25022,
	43.0, -0.735851, 43.0, 1.603848, 43.0, 0.341786, 43.0, -0.170707, 43.0, -2.078207, 43.0,
	0.532864, 44.0, -1.072818, 44.0, -0.540704, 44.0, 0.100162, 44.0, 1.630453, 44.0, 0.483686,
	44.0, 0.247995, 45.0, 0.639183, 45.0, 0.147232, 45.0, -0.515193, 45.0, 0.516134, 45.0,
	0.38863, 45.0, -2.791134, 46.0, 0.775647, 46.0, 0.859628, 46.0, -0.299769, 46.0, 0.534071,
	46.0, 1.185445, 47.0, 3.682278, 47.0, -0.095039, 47.0, -0.646857, 47.0, 0.368358, 47.0,
	2.017522, 47.0, 1.123251, 47.0, -0.369806, 48.0, 2.293836, 48.0, -0.261795, 48.0, -0.083719,
	48.0, 0.578809, 49.0, 1.35743, 49.0, 2.573236, 49.0, -1.39228, 49.0, 0.071515, 49.0,
	1.838799, 49.0, 1.088585, 50.0, 1.218271, 50.0, 0.88018, 50.0, 0.635759, 50.0, -0.103341,
	50.0, 0.419351, 50.0, 0.13866, 51.0, -0.536724, 51.0, 1.852102, 51.0, -0.124471, 51.0,
	-0.320547, 51.0, 0.173836, 52.0, 0.717949, 53.0, -0.960732, 53.0, 0.100064, 54.0, 1.146036,
	54.0, -1.693827, 54.0, -0.011204, 54.0, 0.224363, 54.0, 1.851709, 55.0, 1.2934, 55.0,
	1.598373, 55.0, 1.186987, 55.0, -0.374672, 55.0, 1.775304, 56.0, 1.393921, 56.0, 1.05464,
	56.0, 2.940315, 57.0, 0.471432, 58.0, 1.320113, 58.0, 1.186084, 58.0, 1.371124, 58.0,
	1.494581, 58.0, 0.822726, 58.0, 0.824348, 59.0, 2.473405, 59.0, 0.584536, 59.0, 1.789643,
	59.0, 0.078551, 59.0, 0.483249, 60.0, 0.550459, 60.0, 0.925179, 60.0, 3.203237, 60.0,
	0.357264, 60.0, 1.532511, 60.0, 0.81453, 61.0, 1.282977, 61.0, -1.155442, 61.0, 0.283903,
	62.0, 1.582925, 62.0, 1.521926, 63.0, 1.130715, 63.0, 1.648835, 63.0, -0.482619, 63.0,
	1.258067, 63.0, 1.427265, 64.0, 1.39791, 64.0, 0.012449, 64.0, 1.633118, 64.0, 0.917298,
	64.0, 0.451014, 64.0, 0.228038, 64.0, -0.706962, 65.0, 0.39936, 65.0, 1.216156, 65.0,
	1.516989, 65.0, 1.363393, 66.0, 0.588966, 66.0, 2.106066, 66.0, 1.872974, 66.0, 2.397701,
	66.0, 0.736379, 67.0, 1.133329, 67.0, 1.261287, 67.0, 0.813654, 67.0, 0.534057, 67.0,
	1.71959, 67.0, 3.390328, 67.0, 0.11958, 67.0, 2.14824, 67.0, -0.241622, 68.0, 0.778835, 68.0,
	-1.918218, 68.0, -0.6281, 68.0, 1.613643, 68.0, 0.958634, 68.0, 3.046002, 68.0, 0.677722,
	68.0, 0.491155, 69.0, 1.799297, 69.0, -0.670744, 69.0, 1.711682, 69.0, 1.450301, 70.0,
	0.620905, 70.0, 1.057391, 70.0, -0.16713, 70.0, 0.68848, 70.0, 1.711314, 70.0, 0.774466,
	71.0, 0.675823, 71.0, 1.094721, 71.0, 1.084008, 71.0, 0.559334, 72.0, 2.058313, 72.0,
	1.687716, 72.0, 1.615853, 73.0, 1.551737, 73.0, 1.045277, 73.0, 2.791877, 73.0, 0.797825,
	73.0, 2.506412, 74.0, 0.792667, 74.0, 1.344592, 75.0, 0.949702, 75.0, 1.822242, 75.0,
	1.35765, 75.0, 0.33626, 75.0, 1.85995, 76.0, 0.716368, 76.0, 1.376291, 76.0, 0.481194, 76.0,
	0.444392, 76.0, 2.518745, 77.0, 1.391131, 77.0, 0.084352, 77.0, 0.643981, 77.0, -1.019833,
	77.0, 1.365208, 78.0, 2.227575, 78.0, 1.098919, 78.0, 0.999099, 78.0, 2.705774, 78.0,
	1.05306, 78.0, -0.416092, 78.0, 2.754028, 79.0, 0.269647, 79.0, 1.724155, 79.0, 2.789618,
	79.0, -0.376383, 79.0, 0.07292, 79.0,
};
static const double out_380[] = {
	0.6038234299999999, 0.06391762130931875, 0.06432089105939776,
};
static const double in_381[] = {0.3801, 0.9129};
static const double out_381[] = {
	0.6465000000000001, 0.2664, 0.24883158973920474, -2.7384329417169386, 4.031432941716939,
};
static const double in_382[] = {0.4831, 0.1916, 0.4813};
static const double out_382[] = {
	0.3853333333333333, 0.09686806032491367, 0.05777351451508548, -0.03145629084919199,
	0.8021229575158586,
};
static const double in_383[] = {
	0.7352, 0.0051, 0.9134, 0.9944, 0.0, 0.7726, 0.0236, 0.4642, 0.2717, 0.8781, 0.3389, 0.8547,
	0.0024, 0.9924, 0.676, 0.9426, 0.116, 0.0813, 0.1861, 0.9989, 0.8158, 0.2247, 0.1421, 0.8824,
	0.04, 0.0861, 0.6585, 0.0078, 0.9947, 0.1412,
};
static const double out_383[] = {
	0.4746966666666666, 0.07157105214654864, 2.8546651863375116e-07, 0.32831742929791996,
	0.6210759040354132,
};
static const double in_384[] = {
	0.7676, 0.9553, 0.0325, 0.4747, 0.9941, 0.9431, 0.3367, 0.48, 0.6157, 0.2669, 0.2022, 0.5225,
	0.4386, 0.0014, 0.8559, 0.3316, 0.5743, 0.8103, 0.6874, 0.1891, 0.5041, 0.7012, 0.1428,
	0.4819, 0.8848, 0.8712, 0.3321, 0.9505, 0.9069, 0.9714, 0.9974, 0.805, 0.6615, 0.4612,
	0.9175, 0.6512, 0.8044, 0.2367, 0.0415, 0.1732, 0.2291, 0.4561, 0.4106, 0.0081, 0.9334,
	0.3513, 0.9822, 0.7576, 0.5589, 0.0362, 0.004, 0.1091, 0.7043, 0.7069, 0.2824, 0.8796,
	0.6686, 0.3614, 0.0044, 0.7531, 0.5553, 0.8072, 0.0681, 0.3125, 0.7217, 0.6335, 0.9173,
	0.0255, 0.8933, 0.9836, 0.8679, 0.3436, 0.0015, 0.8939, 0.3034, 0.3373, 0.9041, 0.9994,
	0.8641, 0.9377, 0.9997, 0.4887, 0.8854, 0.0156, 0.3792, 0.6047, 0.3656, 0.8712, 0.7885,
	0.0412, 0.4569, 0.739, 0.9996, 0.9916, 0.3674, 0.8771, 0.0587, 0.3505, 0.8965, 0.6498,
	0.2882, 0.8859, 0.0006, 0.2735, 0.3797, 0.1559, 0.8868, 0.905, 0.266, 0.0288, 0.4871, 0.1969,
	0.9417, 0.5401, 0.9681, 0.9985, 0.0673, 0.9992, 1.0, 0.9488, 0.3249, 0.032, 0.0202, 0.3008,
	0.8423, 0.9501, 0.8193, 0.5535, 0.8865, 0.9935, 0.5281, 0.2728, 0.3686, 0.5374, 0.4939,
	0.5774, 0.9413, 0.0852, 0.9831, 0.8454, 0.7662, 0.0, 0.271, 0.74, 0.8429, 0.7811, 0.0174,
	0.855, 0.0598, 0.9877, 0.3798, 0.0064, 0.0986, 0.6455, 0.9853, 0.0559, 0.9992, 0.9525,
	0.9628, 0.0172, 0.0195, 0.0008, 0.4753, 1.0, 0.9381, 0.0897, 0.9986, 0.5152, 0.0906, 0.4648,
	0.9857, 0.0638, 0.453, 0.0888, 0.1076, 0.8794, 0.7363, 0.5275, 0.9845, 0.6535, 0.9756,
	0.9736, 0.9622, 0.5465, 0.8925, 0.9947, 0.9923, 0.5717, 0.3576, 0.8692, 0.3672, 0.2547,
	0.9983, 0.2445, 0.0789, 0.2783, 0.8523, 0.9997, 0.0456, 0.5668, 0.6818, 0.0376, 0.5616,
	0.9998, 0.0129, 0.045, 0.9959, 0.8697, 0.112, 0.08, 0.3426, 0.6699, 0.9833, 0.408, 0.3584,
	0.9624, 0.0155, 0.9972, 0.0977, 0.8347, 0.5763, 0.515, 0.5543, 0.9998, 0.2072, 0.6949,
	0.7601, 0.5433, 0.2275, 0.3418, 0.2616, 0.4769, 0.3789, 0.6607, 0.0092, 0.9995, 0.7524,
	0.2564, 0.0055, 0.797, 0.0056, 0.9965, 0.9593, 0.0028, 0.5604, 0.3263, 0.8604, 0.0965, 0.272,
	0.1784, 0.0342, 0.0116, 0.3122, 0.5475, 0.9172, 0.0097, 0.2267, 0.9955, 0.0049, 0.097,
	0.4245, 0.1641, 0.0, 0.2414, 0.4183, 0.1088, 0.9589, 0.9602, 0.8865, 0.1479, 0.9679, 0.9821,
	0.4988, 0.0019, 0.8218, 0.9999, 0.9798, 0.5901, 0.0033, 0.8436, 0.1974, 0.0159, 0.0929,
	0.9039, 0.498, 0.0738, 0.0808, 0.0414, 0.7099, 0.224, 0.977, 0.8096, 0.7038, 0.8053, 0.9992,
	0.0034, 0.8374, 0.9816, 0.7825, 0.1033, 0.9721, 0.1043, 0.3021, 0.9364, 0.9906, 0.9999,
	0.3278, 0.9982, 0.0172, 0.1188, 0.0077, 0.0343, 0.1063, 0.9979, 0.0139, 0.919, 0.1278,
	0.0506, 0.9995, 0.0695, 0.7032, 0.1485, 0.0286, 0.5841, 1.0, 0.9425, 0.9722, 0.4867, 0.9157,
	0.9068, 0.0024, 0.5598, 0.1181, 0.979, 0.1728, 0.6466, 0.2905, 0.8904, 0.3722, 0.9924,
	0.9498, 0.1391, 0.2324, 0.2209, 0.8716, 0.0107, 0.5717, 0.9797, 0.2748, 0.65, 0.5978, 0.8456,
	0.0044, 0.4291, 0.4294, 0.9609, 0.8888, 0.3588, 0.3838, 0.7105, 0.5152, 0.9672, 0.8932,
	0.9415, 0.7492, 0.7195, 0.1713, 0.0377, 0.4137, 0.3143, 0.0, 0.0027, 0.2466, 0.6833, 0.4162,
	0.6635, 0.9507, 0.0015, 0.342, 0.4726, 0.0435, 0.8402, 0.3856, 0.9993, 0.0501, 0.0, 0.1257,
	0.9975, 0.3113, 0.467, 0.8505, 0.6811, 0.9873, 0.2622, 0.9286, 0.6031, 0.5943, 0.0191,
	0.6852, 0.3537, 0.0756, 0.0468, 0.1101, 0.4843, 0.4982, 0.5814, 0.6513, 0.9358, 0.27, 0.5107,
	0.9341, 0.956, 0.7454, 0.4715, 0.0645, 0.2744, 0.0025, 0.2665, 0.0007, 0.8383, 0.6965,
	0.9917, 0.0077, 0.0001, 0.9956, 0.059, 0.8052, 0.2856, 0.7394, 0.6138, 0.6862, 0.4144,
	0.4157, 0.0109, 0.002, 0.8678, 0.0021, 0.1585, 0.099, 0.7717, 0.9983, 0.2946, 0.0002, 0.0872,
	0.9289, 0.4386, 0.2303, 0.0056, 0.9042, 0.2551, 0.5338, 0.9994, 0.9328, 0.0584, 0.0852,
	0.0264, 0.1707, 0.8736, 0.005, 0.9619, 0.7571, 0.234, 0.2275, 0.8128, 0.1106, 0.0744, 0.3536,
	0.0018, 0.1386, 0.9987, 0.9125, 0.9849, 0.3299, 0.1084, 0.0667, 0.8807, 0.0205, 0.9973,
	0.0034, 0.1364, 0.1791, 0.9961, 0.5284, 0.7972, 0.4315, 0.4778, 0.9976, 0.2664, 0.6985,
	0.9071, 0.9212, 0.363, 0.7526, 0.0284, 0.0131, 0.6826, 0.1337, 0.0651, 0.2237, 0.1499, 0.306,
	0.5215, 0.0605, 0.9927, 0.999, 0.0651, 0.991, 0.855, 0.2781, 0.8827, 0.5652, 0.1565, 0.5569,
	0.7654, 0.2476, 0.0948, 0.0293, 0.9933, 0.1597, 0.6611, 0.1296, 0.2377, 0.1864, 0.9345,
	0.2881, 0.9959, 0.4837, 0.7232, 0.0113, 0.9679, 0.1478, 0.1306, 0.9674, 0.0822, 0.3408,
	0.2073, 0.2899, 0.9638, 0.9929, 0.9153, 0.7513, 0.0, 0.9905, 0.9684, 0.4732, 0.7128, 0.9985,
	0.2406, 0.0843, 0.9836, 0.9472, 0.0512, 0.0075, 0.7385, 0.0008, 0.1837, 0.344, 0.5085,
	0.0954, 0.5749, 0.0102, 0.0175, 0.1759, 0.8265, 0.2178, 0.0105, 0.9449, 0.8884, 0.8701,
	0.2269, 0.9218, 0.9455, 0.873, 0.1706, 0.0735, 0.3272, 0.9926, 0.6997, 0.0957, 0.0491,
	0.1869, 0.1114, 0.1758, 0.6302, 0.7088, 0.7267, 0.9386, 0.4825, 0.6293, 0.0023, 0.831,
	0.9643, 0.1815, 0.2133, 0.2011, 0.3278, 0.8954, 0.876, 0.5179, 0.1629, 0.829, 0.5519, 0.514,
	0.5526, 0.8583, 0.1319, 0.188, 0.0293, 0.009, 0.1737, 0.7259, 0.0186, 0.9516, 0.2968, 0.2553,
	0.3206, 0.0111, 0.6081, 0.097, 0.0024, 0.9997, 0.6523, 0.1665, 0.0093, 0.0556, 0.9986,
	0.9166, 0.0033, 0.1319, 0.0006, 0.9639, 0.5542, 0.9798, 0.711, 0.3795, 0.4002, 0.8397,
	0.2674, 0.9361, 0.1187, 0.0216, 0.9907, 0.9654, 0.5954, 0.1381, 0.5204, 0.9962, 0.8477,
	0.8658, 0.271, 0.1047, 0.5467, 0.9194, 0.6851, 0.958, 0.0055, 0.0849, 0.995, 0.3354, 0.0532,
	0.8941, 0.7444, 0.0265, 0.2756, 0.2726, 0.9695, 0.9991, 0.9998, 0.5857, 0.5643, 0.1058,
	0.6014, 0.9962, 0.7243, 0.8591, 0.1434, 0.7241, 0.8939, 0.5665, 0.1689, 0.2235, 0.9918,
	0.2186, 0.0006, 0.5587, 0.62, 0.8084, 0.003, 0.7999, 0.3481, 0.1723, 0.4822, 0.8166, 0.8523,
	0.0804, 0.1203, 0.9478, 0.0287, 0.4216, 0.9902, 0.043, 0.4415, 0.1927, 0.9722, 0.95, 0.9698,
	0.8359, 0.1676, 0.9968, 0.9905, 0.2334, 0.0193, 0.2804, 0.86, 0.9899, 0.8979, 0.9741, 0.8232,
	0.2044, 0.0918, 0.8818, 0.2356, 0.9788, 0.0074, 0.0286, 0.0918, 0.0135, 0.971, 0.1379,
	0.2907, 0.2728, 0.0343, 0.1841, 0.9246, 0.0007, 0.0038, 0.1281, 0.0058, 0.3403, 0.8739,
	0.0462, 0.7301, 0.0001, 0.0828, 0.3472, 0.1064, 0.6556, 0.9888, 0.9999, 0.0033, 0.984,
	0.5122, 0.8385, 0.3712, 0.0154, 0.4637, 0.0208, 0.6654, 0.7011, 0.9966, 0.9732, 0.1363,
	0.0133, 0.0224, 0.8531, 0.2226, 0.0004, 0.0141, 0.0379, 0.7513, 0.0352, 0.9931, 0.4234,
	0.9996, 0.2007, 0.9184, 0.0, 0.8539, 1.0, 0.7988, 0.0705, 0.9338, 0.2197, 0.1064, 0.0006,
	0.7087, 0.7892, 0.3149, 0.6155, 0.0299, 0.0471, 0.0048, 0.0407, 0.5963, 0.4467, 0.7695,
	0.0742, 0.3695, 0.0001, 0.0047, 0.0519, 0.1883, 0.0, 0.0553, 0.3356, 0.0447, 0.1397, 0.1675,
	0.4106, 0.9216, 0.0007, 0.9886, 0.9546, 0.8466, 0.5436, 0.3501, 0.9594, 0.0219, 0.1504,
	0.9842, 0.0404, 0.195, 0.0687, 0.4077, 0.7338, 0.0908, 0.4742, 0.5864, 0.1492, 0.9912,
	0.8462, 0.9594, 0.1508, 0.0891, 0.8526, 0.9832, 0.1965, 0.7168, 0.2437, 0.0765, 0.945,
	0.0137, 0.0007, 0.5285, 0.5856, 0.8278, 0.0001, 0.0164, 0.1654, 0.6552, 0.1469, 0.9999,
	0.5767, 0.2062, 0.0159, 0.0685, 0.2404, 0.5238, 0.9908, 0.1952, 0.8486, 0.9886, 0.9539,
	0.3177, 0.0016, 0.2251, 0.09, 0.8922, 0.0113, 0.3446, 0.177, 0.5256, 0.2352, 0.6364, 0.0747,
	0.6137, 0.7134, 0.6285, 0.9571, 0.182, 0.9039, 0.0712, 0.4222, 0.0105, 0.063, 0.0619, 0.399,
	0.1196, 0.2364, 0.9625, 0.7481, 0.0001, 0.0005, 0.2893, 0.4176, 0.5304, 0.4491, 0.4305, 1.0,
	0.0713, 0.7403, 0.0313, 0.1996, 0.4654, 0.3596, 0.1558, 0.1472, 0.0301, 0.8341, 0.1047,
	0.2655, 0.6942, 0.8791, 0.1797, 0.9798, 0.999, 0.5147, 0.0333, 0.6868, 0.9336, 0.9914,
	0.2852, 0.9882, 0.4801, 0.9997, 0.6641, 0.8549, 0.9773, 0.4432, 0.8141, 0.9251, 0.5394,
	0.1601, 0.2825, 0.8288, 0.113, 0.3831, 0.863, 0.3159, 0.1302, 0.9167, 0.7063, 0.0079, 0.0484,
	0.7872, 0.0298, 0.0021, 0.1782, 0.1555, 0.2899, 0.052, 0.7543, 0.7254, 0.1103, 0.953, 0.0608,
	0.1573, 0.8357, 0.1912, 0.2101, 0.115, 0.2801, 0.8518, 0.8115, 0.1406, 0.1817, 0.8754,
	0.0152, 0.3193, 0.0018, 0.9913, 0.2726, 0.926, 0.0238, 0.016, 0.918, 0.9921, 0.0001, 0.9645,
	0.675, 0.9288, 0.6661, 0.8859, 0.4907, 0.46, 0.4298, 0.9691, 0.3306, 0.9934, 0.9894, 0.5133,
	0.9499, 0.1838, 0.2243, 0.418, 0.8825, 0.929, 0.1508, 0.5402, 0.7759,
};
static const double out_384[] = {
	0.4892092, 0.011431503504252087, 3.815433898579133e-228, 0.4667766867105138,
	0.5116417132894862,
};
static const double in_385[] = {0.10420157201049461, 4.0, 0.9860492131878209, 8.0};
static const double out_385[] = {9.566487155029055};
static const double in_386[] = {0.032981469896634315, 29.0, 3.5415276200521424, 3.0};
static const double out_386[] = {3.0561094486035527};
static const double in_387[] = {
	10.0, 3.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0,
	1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0,
};
static const double out_387[] = {
	0.19999999999999998, 0.39999999999999986, 0.17777777777777784, 0.022222222222222202,
	2.2499999999999982, 0.13421772800000017, 0.4,
};
static const double in_388[] = {
	60.0, 4.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0,
	1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0,
	0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0,
	0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0,
	0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0,
};
static const double out_388[] = {
	0.03600411499115479, 0.07777777777777804, 0.12580037664783428, 0.0, 0.6182634730538943,
	0.6040431917925153, 0.25,
};
static const double in_389[] = {
	200.0, 10.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0,
	1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0,
	1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0,
	0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0,
	1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0,
	0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0,
	0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0,
	1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0,
	1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0,
	1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0,
	0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0,
	0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0,
	1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0,
	1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
	0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0,
	1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0,
	0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0,
	0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0,
	0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
	1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0,
	1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0,
	0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0,
	0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0,
	1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0,
	0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0,
	1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0,
	0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0,
	0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0,
	1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0,
	1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0,
	1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0,
	1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0,
	0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0,
	1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0,
	1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0,
	1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0,
	0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0,
	0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0,
	1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0,
	0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0,
	0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0,
	0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0,
	0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0,
	1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0,
	1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0,
	1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0,
	0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
	1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0,
	0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0,
	1.0, 1.0, 1.0, 1.0,
};
static const double out_389[] = {
	0.042282121254470895, 0.35755555555555596, 0.14705862646566165, 0.0010524846454494717,
	2.431381035909822, 0.00956117533839964, 0.2962222222222222,
};
static const double in_390[] = {1.0, 1.0, 1.0, 1.0, -1.0};
static const double out_390[] = {0.375};
static const double in_391[] = {
	0.5, 0.3333333333333333, -0.3333333333333333, 1.0, 1.0, 0.6666666666666666,
};
static const double out_391[] = {0.09375};
static const double in_392[] = {
	0.397, 0.465, -0.303, 1.053, 0.207, 1.198, -2.272, 1.291, 1.945, -1.805, -1.568, 0.296,
};
static const double out_392[] = {0.84716796875};
static const double in_393[] = {0.0, 0.0, 1.0};
static const double out_393[] = {1.0};
static const double in_394[] = {
	-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, -1.0,
	0.0, 0.0,
};
static const double out_394[] = {-0.15, -0.35, -0.05, -0.0730595006266008};
static const double in_395[] = {
	-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, -1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, -1.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1.0, -1.0, 0.0, 0.0, -1.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, -1.0, 0.0, 0.0, -1.0, 0.0, 0.0,
	1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, -1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
	-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, -1.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, -1.0, 0.0,
	0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0,
	1.0, 0.0,
};
static const double out_395[] = {
	-0.075, -0.135, -0.020000000000000004, -0.0053082946509117055,
};
static const double in_396[] = {
	1.205, 2.218, 0.421, 1.321, 1.107, 0.564, 1.369, 0.567, 0.323, 1.715, 0.484, 0.59, 0.379,
	1.37, 2.064, 0.514, 0.944, 2.095, 0.882, 2.039, 0.721, 1.146, 0.255, 1.64, 0.319, 2.093,
	2.202, 0.681, 0.116, 0.232, 0.688, 0.192, 1.507, 0.205, 1.503, 0.534, 1.071, 1.238, 1.429,
	0.868, 0.734, 0.207, 0.065, 0.85, 1.802, 0.693, 0.969, 0.826, 0.112, 1.064, 2.086, 0.468,
	1.641, 0.545, 0.133, 1.205, 0.498, 1.023, 0.206, 0.428,
};
static const double out_396[] = {
	0.9394333333333335, 0.7899166666666666, 1.1042874452293865, 0.011683750732268159,
};
static const double in_397[] = {10.0, 3.0, 5.0};
static const double out_397[] = {0.9166666666666666};
static const double in_398[] = {200.0, 10.0, 100.0};
static const double out_398[] = {0.9992289739372822};
static const double in_399[] = {5.0, 0.0, 1.0};
static const double out_399[] = {0.0};
static const double in_400[] = {5.0, 5.0, 5.0};
static const double out_400[] = {1.0};
static const double in_401[] = {100.0, 1.0, 1.0};
static const double out_401[] = {0.01};
static const double in_402[] = {1000.0, 999.0, 2.0};
static const double out_402[] = {1.0};
static const double in_403[] = {7.0, 3.0, 7.0};
static const double out_403[] = {1.0};
static const double in_404[] = {0.01, 0.05, 0.8, 1.0};
static const double out_404[] = {0.028015852181129685};
static const double in_405[] = {0.02, 0.05, 0.8, 8.0};
static const double out_405[] = {0.07151980040212182};
static const double in_406[] = {0.0141, 0.1, 0.9, 3.0};
static const double out_406[] = {0.048075314876187124};

static const struct reference references[] = {
	{"wilson", 3, 2, in_0, out_0},
	{"wilson", 3, 2, in_1, out_1},
	{"wilson", 3, 2, in_2, out_2},
	{"wilson", 3, 2, in_3, out_3},
	{"wilson", 3, 2, in_4, out_4},
	{"wilson", 3, 2, in_5, out_5},
	{"wilson", 3, 2, in_6, out_6},
	{"wilson", 3, 2, in_7, out_7},
	{"wilson", 3, 2, in_8, out_8},
	{"wilson", 3, 2, in_9, out_9},
	{"wilson", 3, 2, in_10, out_10},
	{"wilson", 3, 2, in_11, out_11},
	{"wilson", 3, 2, in_12, out_12},
	{"wilson", 3, 2, in_13, out_13},
	{"wilson", 3, 2, in_14, out_14},
	{"wilson", 3, 2, in_15, out_15},
	{"wilson", 3, 2, in_16, out_16},
	{"wilson", 3, 2, in_17, out_17},
	{"wilson", 3, 2, in_18, out_18},
	{"wilson", 3, 2, in_19, out_19},
	{"wilson", 3, 2, in_20, out_20},
	{"wilson", 3, 2, in_21, out_21},
	{"wilson", 3, 2, in_22, out_22},
	{"wilson", 3, 2, in_23, out_23},
	{"wilson", 3, 2, in_24, out_24},
	{"wilson", 3, 2, in_25, out_25},
	{"wilson", 3, 2, in_26, out_26},
	{"wilson", 3, 2, in_27, out_27},
	{"wilson", 3, 2, in_28, out_28},
	{"wilson", 3, 2, in_29, out_29},
	{"wilson", 3, 2, in_30, out_30},
	{"wilson", 3, 2, in_31, out_31},
	{"wilson", 3, 2, in_32, out_32},
	{"wilson", 3, 2, in_33, out_33},
	{"wilson", 3, 2, in_34, out_34},
	{"wilson", 3, 2, in_35, out_35},
	{"wilson", 3, 2, in_36, out_36},
	{"wilson", 3, 2, in_37, out_37},
	{"wilson", 3, 2, in_38, out_38},
	{"wilson", 3, 2, in_39, out_39},
	{"wilson", 3, 2, in_40, out_40},
	{"wilson", 3, 2, in_41, out_41},
	{"wilson", 3, 2, in_42, out_42},
	{"wilson", 3, 2, in_43, out_43},
	{"wilson", 3, 2, in_44, out_44},
	{"wilson", 3, 2, in_45, out_45},
	{"wilson", 3, 2, in_46, out_46},
	{"wilson", 3, 2, in_47, out_47},
	{"wilson", 3, 2, in_48, out_48},
	{"wilson", 3, 2, in_49, out_49},
	{"wilson", 3, 2, in_50, out_50},
	{"wilson", 3, 2, in_51, out_51},
	{"wilson", 3, 2, in_52, out_52},
	{"wilson", 3, 2, in_53, out_53},
	{"wilson", 3, 2, in_54, out_54},
	{"wilson", 3, 2, in_55, out_55},
	{"wilson", 3, 2, in_56, out_56},
	{"wilson", 3, 2, in_57, out_57},
	{"wilson", 3, 2, in_58, out_58},
	{"wilson", 3, 2, in_59, out_59},
	{"wilson", 3, 2, in_60, out_60},
	{"wilson", 3, 2, in_61, out_61},
	{"wilson", 3, 2, in_62, out_62},
	{"wilson", 3, 2, in_63, out_63},
	{"wilson", 3, 2, in_64, out_64},
	{"wilson", 3, 2, in_65, out_65},
	{"wilson", 3, 2, in_66, out_66},
	{"wilson", 3, 2, in_67, out_67},
	{"wilson", 3, 2, in_68, out_68},
	{"wilson", 3, 2, in_69, out_69},
	{"wilson", 3, 2, in_70, out_70},
	{"wilson", 3, 2, in_71, out_71},
	{"wilson", 3, 2, in_72, out_72},
	{"wilson", 3, 2, in_73, out_73},
	{"wilson", 3, 2, in_74, out_74},
	{"wilson", 3, 2, in_75, out_75},
	{"wilson", 3, 2, in_76, out_76},
	{"wilson", 3, 2, in_77, out_77},
	{"wilson", 3, 2, in_78, out_78},
	{"wilson", 3, 2, in_79, out_79},
	{"wilson", 3, 2, in_80, out_80},
	{"wilson", 3, 2, in_81, out_81},
	{"wilson", 3, 2, in_82, out_82},
	{"wilson", 3, 2, in_83, out_83},
	{"wilson", 3, 2, in_84, out_84},
	{"wilson", 3, 2, in_85, out_85},
	{"wilson", 3, 2, in_86, out_86},
	{"wilson", 3, 2, in_87, out_87},
	{"wilson", 3, 2, in_88, out_88},
	{"wilson", 3, 2, in_89, out_89},
	{"wilson", 3, 2, in_90, out_90},
	{"wilson", 3, 2, in_91, out_91},
	{"wilson", 3, 2, in_92, out_92},
	{"wilson", 3, 2, in_93, out_93},
	{"t_quantile", 2, 1, in_94, out_94},
	{"t_quantile", 2, 1, in_95, out_95},
	{"t_quantile", 2, 1, in_96, out_96},
	{"t_quantile", 2, 1, in_97, out_97},
	{"t_quantile", 2, 1, in_98, out_98},
	{"t_quantile", 2, 1, in_99, out_99},
	{"t_quantile", 2, 1, in_100, out_100},
	{"t_quantile", 2, 1, in_101, out_101},
	{"t_quantile", 2, 1, in_102, out_102},
	{"t_two_sided", 2, 1, in_103, out_103},
	{"t_two_sided", 2, 1, in_104, out_104},
	{"t_two_sided", 2, 1, in_105, out_105},
	{"t_two_sided", 2, 1, in_106, out_106},
	{"t_two_sided", 2, 1, in_107, out_107},
	{"t_two_sided", 2, 1, in_108, out_108},
	{"t_two_sided", 2, 1, in_109, out_109},
	{"t_quantile", 2, 1, in_110, out_110},
	{"t_quantile", 2, 1, in_111, out_111},
	{"t_quantile", 2, 1, in_112, out_112},
	{"t_quantile", 2, 1, in_113, out_113},
	{"t_quantile", 2, 1, in_114, out_114},
	{"t_quantile", 2, 1, in_115, out_115},
	{"t_quantile", 2, 1, in_116, out_116},
	{"t_quantile", 2, 1, in_117, out_117},
	{"t_quantile", 2, 1, in_118, out_118},
	{"t_two_sided", 2, 1, in_119, out_119},
	{"t_two_sided", 2, 1, in_120, out_120},
	{"t_two_sided", 2, 1, in_121, out_121},
	{"t_two_sided", 2, 1, in_122, out_122},
	{"t_two_sided", 2, 1, in_123, out_123},
	{"t_two_sided", 2, 1, in_124, out_124},
	{"t_two_sided", 2, 1, in_125, out_125},
	{"t_quantile", 2, 1, in_126, out_126},
	{"t_quantile", 2, 1, in_127, out_127},
	{"t_quantile", 2, 1, in_128, out_128},
	{"t_quantile", 2, 1, in_129, out_129},
	{"t_quantile", 2, 1, in_130, out_130},
	{"t_quantile", 2, 1, in_131, out_131},
	{"t_quantile", 2, 1, in_132, out_132},
	{"t_quantile", 2, 1, in_133, out_133},
	{"t_quantile", 2, 1, in_134, out_134},
	{"t_two_sided", 2, 1, in_135, out_135},
	{"t_two_sided", 2, 1, in_136, out_136},
	{"t_two_sided", 2, 1, in_137, out_137},
	{"t_two_sided", 2, 1, in_138, out_138},
	{"t_two_sided", 2, 1, in_139, out_139},
	{"t_two_sided", 2, 1, in_140, out_140},
	{"t_two_sided", 2, 1, in_141, out_141},
	{"t_quantile", 2, 1, in_142, out_142},
	{"t_quantile", 2, 1, in_143, out_143},
	{"t_quantile", 2, 1, in_144, out_144},
	{"t_quantile", 2, 1, in_145, out_145},
	{"t_quantile", 2, 1, in_146, out_146},
	{"t_quantile", 2, 1, in_147, out_147},
	{"t_quantile", 2, 1, in_148, out_148},
	{"t_quantile", 2, 1, in_149, out_149},
	{"t_quantile", 2, 1, in_150, out_150},
	{"t_two_sided", 2, 1, in_151, out_151},
	{"t_two_sided", 2, 1, in_152, out_152},
	{"t_two_sided", 2, 1, in_153, out_153},
	{"t_two_sided", 2, 1, in_154, out_154},
	{"t_two_sided", 2, 1, in_155, out_155},
	{"t_two_sided", 2, 1, in_156, out_156},
	{"t_two_sided", 2, 1, in_157, out_157},
	{"t_quantile", 2, 1, in_158, out_158},
	{"t_quantile", 2, 1, in_159, out_159},
	{"t_quantile", 2, 1, in_160, out_160},
	{"t_quantile", 2, 1, in_161, out_161},
	{"t_quantile", 2, 1, in_162, out_162},
	{"t_quantile", 2, 1, in_163, out_163},
	{"t_quantile", 2, 1, in_164, out_164},
	{"t_quantile", 2, 1, in_165, out_165},
	{"t_quantile", 2, 1, in_166, out_166},
	{"t_two_sided", 2, 1, in_167, out_167},
	{"t_two_sided", 2, 1, in_168, out_168},
	{"t_two_sided", 2, 1, in_169, out_169},
	{"t_two_sided", 2, 1, in_170, out_170},
	{"t_two_sided", 2, 1, in_171, out_171},
	{"t_two_sided", 2, 1, in_172, out_172},
	{"t_two_sided", 2, 1, in_173, out_173},
	{"t_quantile", 2, 1, in_174, out_174},
	{"t_quantile", 2, 1, in_175, out_175},
	{"t_quantile", 2, 1, in_176, out_176},
	{"t_quantile", 2, 1, in_177, out_177},
	{"t_quantile", 2, 1, in_178, out_178},
	{"t_quantile", 2, 1, in_179, out_179},
	{"t_quantile", 2, 1, in_180, out_180},
	{"t_quantile", 2, 1, in_181, out_181},
	{"t_quantile", 2, 1, in_182, out_182},
	{"t_two_sided", 2, 1, in_183, out_183},
	{"t_two_sided", 2, 1, in_184, out_184},
	{"t_two_sided", 2, 1, in_185, out_185},
	{"t_two_sided", 2, 1, in_186, out_186},
	{"t_two_sided", 2, 1, in_187, out_187},
	{"t_two_sided", 2, 1, in_188, out_188},
	{"t_two_sided", 2, 1, in_189, out_189},
	{"t_quantile", 2, 1, in_190, out_190},
	{"t_quantile", 2, 1, in_191, out_191},
	{"t_quantile", 2, 1, in_192, out_192},
	{"t_quantile", 2, 1, in_193, out_193},
	{"t_quantile", 2, 1, in_194, out_194},
	{"t_quantile", 2, 1, in_195, out_195},
	{"t_quantile", 2, 1, in_196, out_196},
	{"t_quantile", 2, 1, in_197, out_197},
	{"t_quantile", 2, 1, in_198, out_198},
	{"t_two_sided", 2, 1, in_199, out_199},
	{"t_two_sided", 2, 1, in_200, out_200},
	{"t_two_sided", 2, 1, in_201, out_201},
	{"t_two_sided", 2, 1, in_202, out_202},
	{"t_two_sided", 2, 1, in_203, out_203},
	{"t_two_sided", 2, 1, in_204, out_204},
	{"t_two_sided", 2, 1, in_205, out_205},
	{"t_quantile", 2, 1, in_206, out_206},
	{"t_quantile", 2, 1, in_207, out_207},
	{"t_quantile", 2, 1, in_208, out_208},
	{"t_quantile", 2, 1, in_209, out_209},
	{"t_quantile", 2, 1, in_210, out_210},
	{"t_quantile", 2, 1, in_211, out_211},
	{"t_quantile", 2, 1, in_212, out_212},
	{"t_quantile", 2, 1, in_213, out_213},
	{"t_quantile", 2, 1, in_214, out_214},
	{"t_two_sided", 2, 1, in_215, out_215},
	{"t_two_sided", 2, 1, in_216, out_216},
	{"t_two_sided", 2, 1, in_217, out_217},
	{"t_two_sided", 2, 1, in_218, out_218},
	{"t_two_sided", 2, 1, in_219, out_219},
	{"t_two_sided", 2, 1, in_220, out_220},
	{"t_two_sided", 2, 1, in_221, out_221},
	{"t_quantile", 2, 1, in_222, out_222},
	{"t_quantile", 2, 1, in_223, out_223},
	{"t_quantile", 2, 1, in_224, out_224},
	{"t_quantile", 2, 1, in_225, out_225},
	{"t_quantile", 2, 1, in_226, out_226},
	{"t_quantile", 2, 1, in_227, out_227},
	{"t_quantile", 2, 1, in_228, out_228},
	{"t_quantile", 2, 1, in_229, out_229},
	{"t_quantile", 2, 1, in_230, out_230},
	{"t_two_sided", 2, 1, in_231, out_231},
	{"t_two_sided", 2, 1, in_232, out_232},
	{"t_two_sided", 2, 1, in_233, out_233},
	{"t_two_sided", 2, 1, in_234, out_234},
	{"t_two_sided", 2, 1, in_235, out_235},
	{"t_two_sided", 2, 1, in_236, out_236},
	{"t_two_sided", 2, 1, in_237, out_237},
	{"t_quantile", 2, 1, in_238, out_238},
	{"t_quantile", 2, 1, in_239, out_239},
	{"t_quantile", 2, 1, in_240, out_240},
	{"t_quantile", 2, 1, in_241, out_241},
	{"t_quantile", 2, 1, in_242, out_242},
	{"t_quantile", 2, 1, in_243, out_243},
	{"t_quantile", 2, 1, in_244, out_244},
	{"t_quantile", 2, 1, in_245, out_245},
	{"t_quantile", 2, 1, in_246, out_246},
	{"t_two_sided", 2, 1, in_247, out_247},
	{"t_two_sided", 2, 1, in_248, out_248},
	{"t_two_sided", 2, 1, in_249, out_249},
	{"t_two_sided", 2, 1, in_250, out_250},
	{"t_two_sided", 2, 1, in_251, out_251},
	{"t_two_sided", 2, 1, in_252, out_252},
	{"t_two_sided", 2, 1, in_253, out_253},
	{"t_quantile", 2, 1, in_254, out_254},
	{"t_quantile", 2, 1, in_255, out_255},
	{"t_quantile", 2, 1, in_256, out_256},
	{"t_quantile", 2, 1, in_257, out_257},
	{"t_quantile", 2, 1, in_258, out_258},
	{"t_quantile", 2, 1, in_259, out_259},
	{"t_quantile", 2, 1, in_260, out_260},
	{"t_quantile", 2, 1, in_261, out_261},
	{"t_quantile", 2, 1, in_262, out_262},
	{"t_two_sided", 2, 1, in_263, out_263},
	{"t_two_sided", 2, 1, in_264, out_264},
	{"t_two_sided", 2, 1, in_265, out_265},
	{"t_two_sided", 2, 1, in_266, out_266},
	{"t_two_sided", 2, 1, in_267, out_267},
	{"t_two_sided", 2, 1, in_268, out_268},
	{"t_two_sided", 2, 1, in_269, out_269},
	{"t_quantile", 2, 1, in_270, out_270},
	{"t_quantile", 2, 1, in_271, out_271},
	{"t_quantile", 2, 1, in_272, out_272},
	{"t_quantile", 2, 1, in_273, out_273},
	{"t_quantile", 2, 1, in_274, out_274},
	{"t_quantile", 2, 1, in_275, out_275},
	{"t_quantile", 2, 1, in_276, out_276},
	{"t_quantile", 2, 1, in_277, out_277},
	{"t_quantile", 2, 1, in_278, out_278},
	{"t_two_sided", 2, 1, in_279, out_279},
	{"t_two_sided", 2, 1, in_280, out_280},
	{"t_two_sided", 2, 1, in_281, out_281},
	{"t_two_sided", 2, 1, in_282, out_282},
	{"t_two_sided", 2, 1, in_283, out_283},
	{"t_two_sided", 2, 1, in_284, out_284},
	{"t_two_sided", 2, 1, in_285, out_285},
	{"t_quantile", 2, 1, in_286, out_286},
	{"t_quantile", 2, 1, in_287, out_287},
	{"t_quantile", 2, 1, in_288, out_288},
	{"t_quantile", 2, 1, in_289, out_289},
	{"t_quantile", 2, 1, in_290, out_290},
	{"t_quantile", 2, 1, in_291, out_291},
	{"t_quantile", 2, 1, in_292, out_292},
	{"t_quantile", 2, 1, in_293, out_293},
	{"t_quantile", 2, 1, in_294, out_294},
	{"t_two_sided", 2, 1, in_295, out_295},
	{"t_two_sided", 2, 1, in_296, out_296},
	{"t_two_sided", 2, 1, in_297, out_297},
	{"t_two_sided", 2, 1, in_298, out_298},
	{"t_two_sided", 2, 1, in_299, out_299},
	{"t_two_sided", 2, 1, in_300, out_300},
	{"t_two_sided", 2, 1, in_301, out_301},
	{"normal_quantile", 1, 1, in_302, out_302},
	{"normal_quantile", 1, 1, in_303, out_303},
	{"normal_quantile", 1, 1, in_304, out_304},
	{"normal_quantile", 1, 1, in_305, out_305},
	{"normal_quantile", 1, 1, in_306, out_306},
	{"normal_quantile", 1, 1, in_307, out_307},
	{"normal_quantile", 1, 1, in_308, out_308},
	{"normal_quantile", 1, 1, in_309, out_309},
	{"normal_quantile", 1, 1, in_310, out_310},
	{"chi2_quantile", 2, 1, in_311, out_311},
	{"chi2_quantile", 2, 1, in_312, out_312},
	{"chi2_quantile", 2, 1, in_313, out_313},
	{"chi2_quantile", 2, 1, in_314, out_314},
	{"chi2_quantile", 2, 1, in_315, out_315},
	{"chi2_quantile", 2, 1, in_316, out_316},
	{"chi2_quantile", 2, 1, in_317, out_317},
	{"chi2_quantile", 2, 1, in_318, out_318},
	{"chi2_quantile", 2, 1, in_319, out_319},
	{"chi2_quantile", 2, 1, in_320, out_320},
	{"chi2_quantile", 2, 1, in_321, out_321},
	{"chi2_quantile", 2, 1, in_322, out_322},
	{"chi2_quantile", 2, 1, in_323, out_323},
	{"chi2_quantile", 2, 1, in_324, out_324},
	{"chi2_quantile", 2, 1, in_325, out_325},
	{"chi2_quantile", 2, 1, in_326, out_326},
	{"chi2_quantile", 2, 1, in_327, out_327},
	{"chi2_quantile", 2, 1, in_328, out_328},
	{"chi2_quantile", 2, 1, in_329, out_329},
	{"chi2_quantile", 2, 1, in_330, out_330},
	{"chi2_quantile", 2, 1, in_331, out_331},
	{"chi2_quantile", 2, 1, in_332, out_332},
	{"chi2_quantile", 2, 1, in_333, out_333},
	{"chi2_quantile", 2, 1, in_334, out_334},
	{"tango", 4, 2, in_335, out_335},
	{"tango", 4, 2, in_336, out_336},
	{"tango", 4, 2, in_337, out_337},
	{"tango", 4, 2, in_338, out_338},
	{"tango", 4, 2, in_339, out_339},
	{"tango", 4, 2, in_340, out_340},
	{"tango", 4, 2, in_341, out_341},
	{"tango", 4, 2, in_342, out_342},
	{"tango", 4, 2, in_343, out_343},
	{"tango", 4, 2, in_344, out_344},
	{"tango", 4, 2, in_345, out_345},
	{"tango", 4, 2, in_346, out_346},
	{"tango", 4, 2, in_347, out_347},
	{"tango", 4, 2, in_348, out_348},
	{"tango", 4, 2, in_349, out_349},
	{"tango", 4, 2, in_350, out_350},
	{"tango", 4, 2, in_351, out_351},
	{"tango", 4, 2, in_352, out_352},
	{"tango", 4, 2, in_353, out_353},
	{"tango", 4, 2, in_354, out_354},
	{"tango", 4, 2, in_355, out_355},
	{"tango", 4, 2, in_356, out_356},
	{"mcnemar", 2, 2, in_357, out_357},
	{"mcnemar", 2, 2, in_358, out_358},
	{"mcnemar", 2, 2, in_359, out_359},
	{"mcnemar", 2, 2, in_360, out_360},
	{"mcnemar", 2, 2, in_361, out_361},
	{"mcnemar", 2, 2, in_362, out_362},
	{"mcnemar", 2, 2, in_363, out_363},
	{"mcnemar", 2, 2, in_364, out_364},
	{"mcnemar", 2, 2, in_365, out_365},
	{"mcnemar", 2, 2, in_366, out_366},
	{"mcnemar", 2, 2, in_367, out_367},
	{"holm", 8, 8, in_368, out_368},
	{"bh", 8, 8, in_369, out_369},
	{"holm", 1, 1, in_370, out_370},
	{"bh", 1, 1, in_371, out_371},
	{"holm", 3, 3, in_372, out_372},
	{"bh", 3, 3, in_373, out_373},
	{"holm", 4, 4, in_374, out_374},
	{"bh", 4, 4, in_375, out_375},
	{"holm", 23, 23, in_376, out_376},
	{"bh", 23, 23, in_377, out_377},
	{"clustered", 41, 3, in_378, out_378},
	{"clustered", 101, 3, in_379, out_379},
	{"clustered", 801, 3, in_380, out_380},
	{"mean", 2, 5, in_381, out_381},
	{"mean", 3, 5, in_382, out_382},
	{"mean", 30, 5, in_383, out_383},
	{"mean", 1000, 5, in_384, out_384},
	{"welch", 4, 1, in_385, out_385},
	{"welch", 4, 1, in_386, out_386},
	{"noise", 32, 7, in_387, out_387},
	{"noise", 242, 7, in_388, out_388},
	{"noise", 2002, 7, in_389, out_389},
	{"signflip", 5, 1, in_390, out_390},
	{"signflip", 6, 1, in_391, out_391},
	{"signflip", 12, 1, in_392, out_392},
	{"signflip", 3, 1, in_393, out_393},
	{"bca", 20, 4, in_394, out_394},
	{"bca", 200, 4, in_395, out_395},
	{"bca", 60, 4, in_396, out_396},
	{"pass_at_k", 3, 1, in_397, out_397},
	{"pass_at_k", 3, 1, in_398, out_398},
	{"pass_at_k", 3, 1, in_399, out_399},
	{"pass_at_k", 3, 1, in_400, out_400},
	{"pass_at_k", 3, 1, in_401, out_401},
	{"pass_at_k", 3, 1, in_402, out_402},
	{"pass_at_k", 3, 1, in_403, out_403},
	{"mde", 4, 1, in_404, out_404},
	{"mde", 4, 1, in_405, out_405},
	{"mde", 4, 1, in_406, out_406},
};
